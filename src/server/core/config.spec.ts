import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '../../base/config/config.js';
import type { Setting } from '../../base/config/setting.js';
import { readServerConfig, type ServerConfig, SETTINGS } from './config.js';

const NUMBERS = ['-1', '1.5', '1e3', '0x10', 'ten', ' 5', '5 ', '99999999999999999', '１０'];
const SECRET = 'hunter2'.repeat(8);

interface Values {
  bad: string[];
  good: string;
}

/** Invalid values and a valid one for each setting that is not a number, and for numbers that depend on others. */
const TABLE: Partial<Record<keyof ServerConfig, Values>> = {
  trustedProxies: {
    bad: ['a proxy', '10.0.0.0/33', 'loopback,x', '10.0.0.1,'],
    good: 'loopback,10.0.0.0/8,::1',
  },
  dashboard: { bad: ['true', 'On', '1'], good: 'off' },
  host: { bad: ['a host', 'http://x', 'x/y', '[::1]'], good: '::1' },
  publicUrl: {
    bad: [
      'x',
      'ftp://h',
      'https://',
      'https://h/',
      'https://h/a/',
      'https://h?a',
      'https://u@h',
      'http://h:x',
    ],
    good: 'https://h:8443/a/b',
  },
  roles: {
    bad: ['none', 'All', 'api,,worker', 'worker,worker', 'api worker'],
    good: 'api,keeper,worker',
  },
  dataDir: { bad: ['a\0b'], good: '/data' },
  databaseUrl: {
    bad: [`mysql://u:${SECRET}@h/d`, SECRET, `postgres://u:${SECRET}@h:port/d`],
    good: 'postgresql://u:p@h:5432/d',
  },
  databaseDirectUrl: {
    bad: [`mysql://u:${SECRET}@h/d`, SECRET],
    good: 'postgresql://u:p@h:5432/d',
  },
  databasePrepare: { bad: ['on', 'Off'], good: 'off' },
  ocrCommand: { bad: ['a\0b'], good: '/usr/bin/tesseract stdin stdout' },
  containerEngine: { bad: ['on', 'Podman', 'crun'], good: 'podman' },
  containerArgs: { bad: ['a\0b'], good: '--cgroup-manager=cgroupfs' },
  containerRunArgs: { bad: ['a\0b'], good: '--runtime' },
  imageRegistries: { bad: ['https://h', 'h,,i', 'a b'], good: 'registry.example.com/team' },
  migrate: { bad: ['on', 'Off', 'false'], good: 'off' },
  bus: {
    bad: ['rediss', 'Memory', 'postgres ', 'redis://', 'redis:///0', 'http://h'],
    good: 'rediss://u:p@h:6380',
  },
  storage: { bad: ['S3', 'gcs', 'disk '], good: 'disk' },
  storageBucket: { bad: ['ab', 'A-bucket', 'a/b', '-bucket', 'x'.repeat(64)], good: 'my.bucket-1' },
  storageRegion: { bad: ['eu west', 'eu/west'], good: 'eu-central-1' },
  storageEndpoint: {
    bad: ['minio:9000', 'ftp://h', 'https://h/path', 'https://u:p@h', 'http://h?x'],
    good: 'http://127.0.0.1:9000',
  },
  storagePrefix: { bad: ['files', '/files/', 'a//', '../', 'a/./', 'ä/'], good: 'metarun/files/' },
  storagePathStyle: { bad: ['true', 'YES'], good: 'no' },
  storageAccessKeyId: { bad: [`${SECRET} x`, `${SECRET}\n`], good: '' },
  storageSecretAccessKey: { bad: [`${SECRET} x`, `${SECRET}ä`], good: '' },
  storagePublicEndpoint: { bad: ['h', 'https://h/x'], good: 'https://files.example.com' },
  adminToken: {
    bad: [`mrt_${SECRET.slice(0, 35)}`, `mrk_${SECRET}`, SECRET, `mrt_${SECRET} `],
    good: `mrt_${SECRET}`,
  },
  apiKey: {
    bad: [`mrk_${SECRET.slice(0, 35)}`, `mrt_${SECRET}`, SECRET, `mrk_${SECRET}!`],
    good: `mrk_${SECRET}`,
  },
  secretKey: {
    bad: [SECRET, 'aGVsbG8=', `${'A'.repeat(43)}`, `${'A'.repeat(43)}= `],
    good: `${'A'.repeat(43)}=`,
  },
  metricsToken: { bad: [SECRET.slice(0, 15), `${SECRET} `, `${SECRET}é`], good: SECRET },
  python: { bad: ['a\0b'], good: '/opt/python' },
  pythonIndexUrl: {
    bad: [
      `ftp://u:${SECRET}@h/x`,
      'pypi',
      'https:///x',
      'file://host/x',
      'wheels/',
      'https://a  /b',
    ],
    good: 'https://u:p@h/simple file:///srv/index /srv/wheels',
  },
  uv: { bad: ['uv', './uv', 'a\0b'], good: '/opt/uv' },
  npmRegistryUrl: {
    bad: [`ftp://u:${SECRET}@h/x`, 'npm', `https://u:${SECRET}@h/ x`, 'https://h/?a=1'],
    good: 'https://u:p@h/npm/',
  },
  sandbox: { bad: ['docker', 'AUTO', 'none '], good: 'none' },
  cgroup: { bad: ['on', 'sys/fs/cgroup', 'a\0b'], good: '/sys/fs/cgroup/metarun' },
  defaultTimeoutSeconds: { bad: [...NUMBERS, '0', '604801'], good: '1' },
  maxTimeoutSeconds: { bad: [...NUMBERS, '0', '604801', '299'], good: '300' },
  defaultMemoryMb: { bad: [...NUMBERS, '15', '1048577', '2049'], good: '2048' },
  maxMemoryMb: { bad: [...NUMBERS, '15', '1048577', '255'], good: '256' },
  maxNetwork: { bad: ['all', 'Open', 'none '], good: 'restricted' },
  networkRanges: {
    bad: [
      '10.0.0.1',
      '10.0.0.0/33',
      '10.0.0/8',
      'fd00::/129',
      'localhost/8',
      '10.0.0.0/8,',
      '10.0.0.0/8;::1/128',
    ],
    good: '10.0.0.0/8,fd00::/8',
  },
  workerTags: { bad: ['GPU', 'a b', 'gpu,', 'gpu;eu', '-a', 'a'.repeat(64)], good: 'eu,gpu' },
  workerOnlyTagged: { bad: ['yes', 'On', 'on '], good: 'on' },
  mcpServers: { bad: ['a\0b'], good: '/etc/metarun/mcp-servers.yaml' },
  modelProviders: { bad: ['a\0b'], good: '/etc/metarun/providers.yaml' },
  defaultModel: { bad: ['sonnet', 'a/', '/b', 'A/b', 'a b/c'], good: 'anthropic/sonnet-4.5' },
  embedFiles: { bad: ['all', 'on'], good: 'chosen' },
  embeddingModel: { bad: ['nomic', 'a/', '/b', 'A/b', 'a b/c'], good: 'local/nomic-embed-text' },
  limits: { bad: ['webhooks', '=1', 'webhooks=1,webhooks=2', 'a=1=2'], good: 'webhooks=7' },
  retention: { bad: ['30', 'tasks_days=1,'], good: 'tasks_days=7' },
  modelLog: { bad: ['all', 'None', 'full '], good: 'full' },
  logFormat: { bad: ['JSON', 'pretty', 'text '], good: 'text' },
  logLevel: { bad: ['loud', 'INFO', 'info '], good: 'silent' },
};

/** Further variables that a setting requires. */
const NEEDED: Partial<Record<keyof ServerConfig, Record<string, string>>> = {
  databaseDirectUrl: { METARUN_DATABASE_URL: 'postgres://h/d' },
  bus: { METARUN_DATABASE_URL: 'postgres://h/d' },
};

function readProblem(env: Record<string, string>): string {
  try {
    readServerConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error(`nothing is wrong with ${JSON.stringify(env)}`);
}

/** Returns the variables that set a setting to a value. */
function given({ env }: { env: string }, value: string): Record<string, string> {
  const [variable = '', entry] = env.split('.');
  return { [variable]: entry === undefined ? value : `${entry}=${value}` };
}

function generateValues(key: keyof ServerConfig): Values {
  const { range }: Setting<unknown> = SETTINGS[key];
  const given = TABLE[key];
  if (given !== undefined) return given;
  if (range === undefined) throw new Error(`TABLE lacks ${key}`);
  const [least, greatest] = range;
  return { bad: [...NUMBERS, String(least - 1), String(greatest + 1)], good: String(greatest) };
}

const keys = Object.keys(SETTINGS) as (keyof ServerConfig)[];
const cases = keys.map((key) => ({ ...generateValues(key), key, setting: SETTINGS[key] }));

describe.each(cases)('$setting.env', ({ key, setting, bad, good }) => {
  it.each(bad)(
    'the value %j is rejected with the name of its setting and the allowed values',
    (value) => {
      const message = readProblem(given(setting, value));
      expect(message).toContain(setting.env);
      if (setting.secret) {
        expect(message).toContain('(hidden)');
        expect(message).not.toContain(value);
        expect(message).not.toContain('hunter2');
      } else expect(message).toContain(JSON.stringify(value).slice(1, -1));
      expect(message).toMatch(/; allowed: /);
    },
  );

  it('an allowed value is accepted, and an empty one yields the default', () => {
    expect(String(readServerConfig({ ...NEEDED[key], ...given(setting, good) })[key])).toBe(good);
    expect(readServerConfig(given(setting, ''))[key]).toEqual(readServerConfig({})[key]);
  });
});

describe('the environment', () => {
  it('an unknown METARUN_ variable is rejected, and other variables are ignored', () => {
    expect(() => readServerConfig({ PATH: '/bin', METARUNNER: 'x' })).not.toThrow();
    const message = readProblem({ METARUN_PROT: SECRET });
    expect(message).toContain('METARUN_PROT is not a setting');
    expect(message).toContain('serve --help');
    expect(message).not.toContain(SECRET);
  });

  it('the default CPU time may be set without a maximum, but not above one', () => {
    const cpu = (standard: string, highest: string) => ({
      METARUN_DEFAULT_CPU_SECONDS: standard,
      METARUN_MAX_CPU_SECONDS: highest,
    });
    expect(() => readServerConfig(cpu('60', '0'))).not.toThrow();
    expect(() => readServerConfig(cpu('0', '60'))).not.toThrow();
    expect(readProblem(cpu('61', '60'))).toContain('METARUN_MAX_CPU_SECONDS, which is "60"');
  });

  it('the storage S3 requires a bucket, and an access key requires both of its halves', () => {
    expect(readProblem({ METARUN_STORAGE: 's3' })).toContain('METARUN_STORAGE_BUCKET is not set');
    const half = readProblem({ METARUN_STORAGE_SECRET_ACCESS_KEY: SECRET });
    expect(half).toContain('METARUN_STORAGE_ACCESS_KEY_ID');
    expect(half).not.toContain(SECRET);
    const both = { METARUN_STORAGE_ACCESS_KEY_ID: 'AK', METARUN_STORAGE_SECRET_ACCESS_KEY: 'SK' };
    expect(readServerConfig(both).storageSecretAccessKey).toBe('SK');
  });

  it('the settings of the bus require PostgreSQL', () => {
    expect(readProblem({ METARUN_BUS: 'postgres' })).toContain('METARUN_DATABASE_URL is not set');
    const redis = readProblem({ METARUN_BUS: 'redis://u:hunter2@h' });
    expect(redis).toBe('METARUN_BUS names a Redis, but METARUN_DATABASE_URL is not set');
    const direct = readProblem({ METARUN_DATABASE_DIRECT_URL: 'postgres://u:p@h/d' });
    expect(direct).toContain('METARUN_DATABASE_URL is not set');
    const both = { METARUN_DATABASE_URL: 'postgres://h/d', METARUN_BUS: 'postgres' };
    expect(readServerConfig(both).bus).toBe('postgres');
  });

  it('the configuration reports all its errors at once', () => {
    const message = readProblem({
      METARUN_PORT: 'x',
      METARUN_CONCURRENCY: '0',
      METARUN_HOTS: 'y',
    });
    expect(message.split('\n')).toHaveLength(3);
  });
});
