/**
 * Checks that the files of deploy/ match the settings and each other. `npm run test:all -- hosting` runs them with the
 * real programs.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { SETTINGS } from '../../src/server/core/config.js';

interface Service {
  image: string;
  environment: Record<string, string>;
  healthcheck?: object;
  security_opt: string[];
  cap_drop?: string[];
  read_only?: boolean;
  restart: string;
  stop_grace_period?: string;
  mem_limit: string;
  ports?: string[];
}
interface Rule {
  names: string[];
  action: string;
  args?: { index: number; value: number; op: string }[];
}

const read = (name: string): string => readFileSync(join('deploy', name), 'utf8');
const compose = parse(read('compose.yaml')) as {
  services: Record<string, Service>;
  volumes: object;
};
/** The compose file with separate processes. Its services share their settings through a merge key. */
const roles = parse(read('compose.roles.yaml'), { merge: true }) as {
  services: Record<string, Service & { extends?: object; depends_on?: object }>;
};
/** The services that run metarun. */
const PROCESSES = ['migrate', 'api', 'worker', 'keeper'];
const profile = JSON.parse(read('seccomp.json')) as {
  defaultAction: string;
  defaultErrnoRet: number;
  syscalls: Rule[];
};
/** Default of METARUN_SHUTDOWN_SECONDS; every stop timeout must be longer. */
const SHUTDOWN_SECONDS = Number(SETTINGS.shutdownSeconds.fallback);

describe('the settings in deploy/', () => {
  const files = globSync('**/*.*', { cwd: 'deploy' }).concat('.env.example', 'Dockerfile');

  it.each(files)('the file %s names only existing settings', (file) => {
    // Variables that only the compose file uses.
    const own = ['METARUN_IMAGE', 'METARUN_MEMORY'];
    const known = [...own, ...Object.values(SETTINGS).map(({ env }) => env)];
    const named = read(file).match(/\bMETARUN_[A-Z_]+\b/g) ?? [];
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('every stop timeout is longer than the time that tasks have to finish', () => {
    const unit = Number(/^TimeoutStopSec=(\d+)$/m.exec(read('metarun.service'))?.[1]);
    const container = Number(
      /^(\d+)s$/.exec(compose.services['metarun']?.stop_grace_period ?? '')?.[1],
    );
    const page = readFileSync('docs/hosting.md', 'utf8');
    for (const name of PROCESSES) {
      const { stop_grace_period: grace = '', environment = {} } = roles.services[name] ?? {};
      const ends = Number(/^(\d+)s$/.exec(grace)?.[1]);
      const { METARUN_DRAIN_SECONDS: drain, METARUN_SHUTDOWN_SECONDS: shutdown } = environment;
      expect(ends).toBeGreaterThan(Number(drain) + Number(shutdown) + 5);
    }
    const command = Number(/--stop-timeout (\d+)/.exec(page)?.[1]);
    for (const seconds of [unit, container, command])
      expect(seconds).toBeGreaterThan(SHUTDOWN_SECONDS + 5);
  });

  it('the image and the systemd unit require sandbox level 3', () => {
    for (const file of ['Dockerfile', 'metarun.service'])
      expect(read(file)).toContain('METARUN_SANDBOX_MIN_LEVEL=3');
  });
});

describe('the compose file of several processes', () => {
  it('each process of the compose file has the rights of the single server and its own role', () => {
    const one = compose.services['metarun'];
    for (const name of PROCESSES) {
      const { security_opt, cap_drop, read_only, environment } = roles.services[name] ?? {};
      expect({ name, security_opt, cap_drop, read_only }).toEqual({
        name,
        security_opt: one?.security_opt,
        cap_drop: one?.cap_drop,
        read_only: one?.read_only,
      });
      for (const [variable, value] of Object.entries(one?.environment ?? {}))
        if (variable !== 'METARUN_TRUSTED_PROXIES')
          expect([name, variable, environment?.[variable]]).toEqual([name, variable, value]);
      expect(environment?.['METARUN_MIGRATE']).toBe('off');
    }
    const { api, worker, keeper, migrate } = roles.services;
    expect([api, keeper].map((one) => one?.environment['METARUN_ROLE'])).toEqual(['api', 'keeper']);
    expect(worker).toMatchObject({ command: ['worker'] });
    expect(migrate).toMatchObject({ command: ['migrate'], restart: 'on-failure' });
    for (const service of [api, worker, keeper])
      expect(service?.depends_on).toMatchObject({
        migrate: { condition: 'service_completed_successfully' },
      });
  });

  it('the other services are limited, checked and restarted, and the example has all variables', () => {
    const valkey = parse(read('compose.valkey.yaml')) as typeof roles;
    const others = Object.entries({ ...roles.services, ...valkey.services }).filter(
      ([name, service]) => !PROCESSES.includes(name) && service.extends === undefined,
    );
    expect(others.map(([name]) => name)).toEqual(['proxy', 'valkey']);
    for (const [, service] of others)
      expect(service).toMatchObject({
        restart: 'unless-stopped',
        healthcheck: expect.any(Object),
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges'],
        mem_limit: expect.stringMatching(/g\}$/),
      });
    const named = [...read('compose.roles.yaml').matchAll(/\$\{([A-Z_]+)(?:\}|:-[^}]*\})/g)]
      .map(([, name = '']) => name)
      .filter((name) => !/_MEMORY$|^METARUN_IMAGE$/.test(name));
    expect(named).toContain('WORKERS');
    for (const name of named) expect(read('.env.example')).toMatch(new RegExp(`^${name}=`, 'm'));
  });
});

describe('the compose file', () => {
  it('the compose file gives the server exactly the rights that docs/hosting.md gives it', () => {
    const { metarun } = compose.services;
    const page = readFileSync('docs/hosting.md', 'utf8');
    const options = [...page.matchAll(/--security-opt (\S+)/g)].map(([, option = '']) =>
      option.replace('deploy/', './'),
    );
    expect([...(metarun?.security_opt ?? [])].sort()).toEqual([...new Set(options)].sort());
    expect(metarun).toMatchObject({ cap_drop: ['ALL'], read_only: true });
    expect(metarun?.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
  });

  it('the compose file limits, checks and restarts every service', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expect([name, service.restart, service.mem_limit]).toEqual([
        name,
        'unless-stopped',
        expect.stringMatching(/g\}$/),
      ]);
      expect(service.security_opt).toContain('no-new-privileges');
      // The image of the server contains its health check.
      if (name !== 'metarun')
        expect([name, service.healthcheck]).toEqual([name, expect.any(Object)]);
      expect(service.image).not.toMatch(/:latest$/);
    }
    expect(read('Dockerfile')).toMatch(/^HEALTHCHECK /m);
  });

  it('the compose file and the example of its variables contain no secret', () => {
    const secrets = Object.values(compose.services).flatMap(({ environment }) =>
      Object.entries(environment).filter(([name]) => /PASSWORD|SECRET|KEY|DATABASE_URL/.test(name)),
    );
    expect(secrets.length).toBeGreaterThan(5);
    for (const secret of secrets) expect(secret[1]).toMatch(/\$\{[A-Z_]+:\?/);
    const required = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+):\?/g)].map(
      ([, name]) => name,
    );
    for (const name of new Set(required)) expect(read('.env.example')).toContain(`\n#${name}=\n`);
  });

  it('every other variable of the compose file is in the example', () => {
    const named = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name]) => name);
    expect(named).not.toEqual([]);
    for (const name of named) expect(read('.env.example')).toMatch(new RegExp(`^${name}=`, 'm'));
  });
});

describe('the seccomp profile', () => {
  const names = profile.syscalls.flatMap((rule) => rule.names);

  it('the seccomp profile allows calls by name and refuses all others with ENOSYS', () => {
    expect(profile).toMatchObject({ defaultAction: 'SCMP_ACT_ERRNO', defaultErrnoRet: 38 });
    for (const { action } of profile.syscalls) expect(action).toBe('SCMP_ACT_ALLOW');
    const once = names.filter((name) => name !== 'socket');
    expect(once).toEqual([...new Set(once)]);
  });

  it('the seccomp profile allows no call for the machine, for other processes or with a bad record', () => {
    const never = `acct add_key bpf clock_settime clone3 delete_module fanotify_init finit_module fsmount init_module
      io_uring_setup ioperm iopl kcmp kexec_file_load kexec_load keyctl lookup_dcookie memfd_secret mount_setattr
      move_mount move_pages open_by_handle_at open_tree perf_event_open personality pidfd_getfd process_madvise
      process_vm_readv process_vm_writev ptrace quotactl reboot request_key setdomainname setns settimeofday swapon syslog
      umount uselib userfaultfd vhangup`;
    expect(names.filter((name) => never.split(/\s+/).includes(name))).toEqual([]);
  });

  it('the seccomp profile allows four socket families, and netlink only to read routes', () => {
    const sockets = profile.syscalls.filter((rule) => rule.names.includes('socket'));
    expect(sockets.map(({ args }) => args?.map(({ index, value }) => [index, value]))).toEqual([
      [[0, 1]],
      [[0, 2]],
      [[0, 10]],
      [
        [0, 16],
        [2, 0],
      ],
    ]);
  });
});
