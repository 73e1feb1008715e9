import { describe, expect, it } from '@jest/globals';
import type { ContainerSpec } from './container-spec.js';
import { runArgs, type RunOptions } from './run-args.js';

const SPEC: ContainerSpec = {
  image: `localhost/tool@sha256:${'a'.repeat(64)}`,
  name: 'mr-1',
  labels: { 'metarun.kind': 'run' },
  command: ['python3', '-I', '/metarun/main.py'],
  mounts: [{ host: '/opt/metarun/python', container: '/metarun' }],
  limits: { memoryBytes: 134_217_728, processes: 64, cpuSeconds: 0 },
  pidFile: '/tmp/x/pid',
};
const OPTIONS: RunOptions = {
  engine: 'podman',
  extra: ['--runtime', 'runc'],
  labels: { metarun: 'here' },
  seccomp: '/tmp/x/seccomp.json',
  hidden: ['/proc/cmdline', '/proc/bus'],
};

describe('runArgs', () => {
  it('runArgs starts a program without network, rights, swap or writable files except /tmp', () => {
    const args = runArgs(SPEC, OPTIONS).join(' ');
    for (const part of [
      'run --interactive --rm --pull never --name mr-1',
      '--label metarun=here --label metarun.kind=run',
      '--network none',
      '--read-only --tmpfs /tmp:rw,nosuid,nodev,mode=1777,size=134217728',
      '--read-only-tmpfs=false --http-proxy=false --image-volume ignore',
      '--user 65534:65534 --cap-drop all --security-opt no-new-privileges',
      '--security-opt seccomp=/tmp/x/seccomp.json',
      '--security-opt mask=/proc/cmdline:/proc/bus',
      '--memory 134217728 --memory-swap 134217728 --pids-limit 64 --cpu-shares 256',
      '--log-driver none',
      '--pidfile /tmp/x/pid --volume /opt/metarun/python:/metarun:ro --runtime runc',
    ])
      expect(args).toContain(part);
  });

  it('runArgs ends the options before the image and replaces its entry point', () => {
    const args = runArgs(SPEC, OPTIONS);
    expect(args.slice(args.indexOf('--entrypoint'))).toEqual([
      '--entrypoint',
      'python3',
      '--',
      SPEC.image,
      '-I',
      '/metarun/main.py',
    ]);
  });

  it('runArgs limits the CPU time of each process if there is a limit', () => {
    const limited = { ...SPEC, limits: { ...SPEC.limits, cpuSeconds: 3 } };
    expect(runArgs(SPEC, OPTIONS).join(' ')).not.toContain('cpu=');
    expect(runArgs(limited, OPTIONS).join(' ')).toContain('--ulimit cpu=3:3');
  });

  it('runArgs gives docker only the options that it supports', () => {
    const docker = runArgs(SPEC, { ...OPTIONS, engine: 'docker', seccomp: null }).join(' ');
    for (const part of ['--pidfile', '--read-only-tmpfs', '--image-volume', 'seccomp=', 'mask='])
      expect(docker).not.toContain(part);
    expect(docker).toContain('--no-healthcheck');
  });
});
