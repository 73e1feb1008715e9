import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from './config.js';
import { type Config, SETTINGS } from './settings.js';

const NUMBERS = ['-1', '1.5', '1e3', '0x10', 'ten', ' 5', '5 ', '99999999999999999', '１０'];
const SECRET = 'hunter2'.repeat(8);

/** For each setting: values that are not allowed, and one that is. */
const TABLE: Record<keyof Config, { bad: string[]; good: string }> = {
  maxMembers: { bad: [...NUMBERS, '1000000000000000'], good: '0' },
  maxApiKeys: { bad: [...NUMBERS, '1000000000000000'], good: '0' },
  maxSecrets: { bad: [...NUMBERS, '1000000000000000'], good: '0' },
  maxMetaTasks: { bad: [...NUMBERS, '1000000000000000'], good: '0' },
  maxMetaTaskVersions: { bad: [...NUMBERS, '1000000000000000'], good: '0' },
  maxSchedules: { bad: [...NUMBERS, '1000000000000000'], good: '0' },
  maxWebhooks: { bad: [...NUMBERS, '1000000000000000'], good: '0' },
  maxWorkspaces: { bad: [...NUMBERS, '1000000000000000'], good: '0' },
  maxFiles: { bad: [...NUMBERS, '1000000000000000'], good: '0' },
  maxFileBytes: { bad: [...NUMBERS, '1000000000000000'], good: '0' },
  maxOpenParamsBytes: { bad: [...NUMBERS, '1000000000000000'], good: '0' },
  trustedProxies: {
    bad: ['a proxy', '10.0.0.0/33', 'loopback,x', '10.0.0.1,'],
    good: 'loopback,10.0.0.0/8,::1',
  },
  host: { bad: ['a host', 'http://x', 'x/y', '[::1]'], good: '::1' },
  port: { bad: [...NUMBERS, '65536'], good: '65535' },
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
  dataDir: { bad: ['a\0b'], good: '/data' },
  databaseUrl: {
    bad: [`mysql://u:${SECRET}@h/d`, SECRET, `postgres://u:${SECRET}@h:port/d`],
    good: 'postgresql://u:p@h:5432/d',
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
  storageRedirectBytes: { bad: [...NUMBERS, '1099511627777'], good: '1048576' },
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
  rateLimit: { bad: [...NUMBERS, '10000001'], good: '0' },
  maxStreamsPerKey: { bad: [...NUMBERS, '0', '1000001'], good: '2000' },
  maxStreamsPerProject: { bad: [...NUMBERS, '0', '1000001'], good: '2000' },
  maxStreams: { bad: [...NUMBERS, '0', '1000001'], good: '10000' },
  concurrency: { bad: [...NUMBERS, '0', '513'], good: '512' },
  maxPendingTasks: { bad: [...NUMBERS, '1000000001'], good: '0' },
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
  dependencyTimeoutSeconds: { bad: [...NUMBERS, '0', '3601'], good: '1' },
  environmentsMb: { bad: [...NUMBERS, '0', '16777217'], good: '1' },
  sandbox: { bad: ['docker', 'AUTO', 'none '], good: 'none' },
  sandboxMinLevel: { bad: [...NUMBERS, '0', '4'], good: '3' },
  cgroup: { bad: ['on', 'sys/fs/cgroup', 'a\0b'], good: '/sys/fs/cgroup/metarun' },
  defaultTimeoutSeconds: { bad: [...NUMBERS, '0', '604801'], good: '1' },
  maxTimeoutSeconds: { bad: [...NUMBERS, '0', '604801', '299'], good: '300' },
  defaultMemoryMb: { bad: [...NUMBERS, '15', '1048577', '2049'], good: '2048' },
  maxMemoryMb: { bad: [...NUMBERS, '15', '1048577'], good: '256' },
  defaultCpuSeconds: { bad: [...NUMBERS, '604801'], good: '60' },
  maxCpuSeconds: { bad: [...NUMBERS, '604801'], good: '60' },
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
  maxNetworkBytes: { bad: [...NUMBERS, '1023'], good: '1024' },
  maxBodyBytes: { bad: [...NUMBERS, '1023', '67108865'], good: '1024' },
  maxParamsBytes: { bad: [...NUMBERS, '1023', '8388609'], good: '1024' },
  maxResultBytes: { bad: [...NUMBERS, '1023', '8388609'], good: '1024' },
  maxUploadBytes: { bad: [...NUMBERS, '1023', '1099511627777'], good: '1024' },
  converters: { bad: [...NUMBERS, '65'], good: '64' },
  conversionWaitSeconds: { bad: [...NUMBERS, '3601'], good: '0' },
  maxLogBytes: { bad: [...NUMBERS, '1023', '1073741825'], good: '1024' },
  maxTaskDepth: { bad: [...NUMBERS, '0', '101'], good: '1' },
  maxChildTasks: { bad: [...NUMBERS, '0', '5001'], good: '5000' },
  maxFileVersions: { bad: [...NUMBERS, '0', '1000001'], good: '1' },
  contentSweepSeconds: { bad: [...NUMBERS, '0', '604801'], good: '1' },
  minScheduleSeconds: { bad: [...NUMBERS, '0', '86401'], good: '86400' },
  tasksDays: { bad: [...NUMBERS, '36501'], good: '0' },
  eventsDays: { bad: [...NUMBERS, '36501'], good: '0' },
  logsDays: { bad: [...NUMBERS, '36501'], good: '36500' },
  fileVersionsDays: { bad: [...NUMBERS, '36501'], good: '36500' },
  leaseSeconds: { bad: [...NUMBERS, '1', '601'], good: '2' },
  cancelGraceSeconds: { bad: [...NUMBERS, '301'], good: '0' },
  shutdownSeconds: { bad: [...NUMBERS, '3601'], good: '0' },
  logLevel: { bad: ['loud', 'INFO', 'info '], good: 'silent' },
};

function faultOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error(`nothing is wrong with ${JSON.stringify(env)}`);
}

const keys = Object.keys(TABLE) as (keyof Config)[];
const cases = keys.map((key) => ({ ...TABLE[key], key, setting: SETTINGS[key] }));

describe.each(cases)('$setting.env', ({ key, setting, bad, good }) => {
  it.each(bad)('refuses %j, naming it, what it holds and what is allowed', (value) => {
    const message = faultOf({ [setting.env]: value });
    expect(message).toContain(setting.env);
    if (setting.secret) {
      expect(message).toContain('(hidden)');
      expect(message).not.toContain(value);
      expect(message).not.toContain('hunter2');
    } else expect(message).toContain(JSON.stringify(value).slice(1, -1));
    expect(message).toMatch(/; allowed: /);
  });

  it('takes what is allowed, and its default where it is empty or not set', () => {
    expect(String(readConfig({ [setting.env]: good })[key])).toBe(good);
    expect(readConfig({ [setting.env]: '' })[key]).toEqual(readConfig({})[key]);
  });
});

describe('the environment', () => {
  it('may hold other variables, but none of METARUN_ that does not exist', () => {
    expect(() => readConfig({ PATH: '/bin', METARUNNER: 'x' })).not.toThrow();
    const message = faultOf({ METARUN_PROT: SECRET });
    expect(message).toContain('METARUN_PROT is not a setting');
    expect(message).toContain('serve --help');
    expect(message).not.toContain(SECRET);
  });

  it('may name a default of CPU time without a highest, but none above it', () => {
    const cpu = (standard: string, highest: string) => ({
      METARUN_DEFAULT_CPU_SECONDS: standard,
      METARUN_MAX_CPU_SECONDS: highest,
    });
    expect(() => readConfig(cpu('60', '0'))).not.toThrow();
    expect(() => readConfig(cpu('0', '60'))).not.toThrow();
    expect(faultOf(cpu('61', '60'))).toContain('METARUN_MAX_CPU_SECONDS, which is "60"');
  });

  it('names a bucket where it names S3, and both halves of a key or none', () => {
    expect(faultOf({ METARUN_STORAGE: 's3' })).toContain('METARUN_STORAGE_BUCKET is not set');
    const half = faultOf({ METARUN_STORAGE_SECRET_ACCESS_KEY: SECRET });
    expect(half).toContain('METARUN_STORAGE_ACCESS_KEY_ID');
    expect(half).not.toContain(SECRET);
    const both = { METARUN_STORAGE_ACCESS_KEY_ID: 'AK', METARUN_STORAGE_SECRET_ACCESS_KEY: 'SK' };
    expect(readConfig(both).storageSecretAccessKey).toBe('SK');
  });

  it('is told all that is wrong at once', () => {
    const message = faultOf({
      METARUN_PORT: 'x',
      METARUN_CONCURRENCY: '0',
      METARUN_HOTS: 'y',
    });
    expect(message.split('\n')).toHaveLength(3);
  });
});
