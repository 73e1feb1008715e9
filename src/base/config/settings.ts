import { NETWORK_POLICIES } from '../kernel/network.js';
import { ACCESS_SETTINGS } from './access-settings.js';
import { BUS_SETTINGS } from './bus-settings.js';
import { CONTAINER_SETTINGS } from './container-settings.js';
import { DATABASE_SETTINGS } from './database-settings.js';
import { ALL_ROLES, readRoles } from './roles.js';
import { QUOTA_SETTINGS, USER_QUOTA_SETTINGS } from './quota-settings.js';
import {
  choice,
  choices,
  integer,
  presetSecret,
  ranges,
  type SettingTable,
  text,
  type Values,
} from './setting.js';
import { STOP_SETTINGS } from './stop-settings.js';
import { STORAGE_SETTINGS } from './storage-settings.js';
import { WORKER_SETTINGS } from './worker-settings.js';

function isPublicUrl(text: string): boolean {
  return (
    text === '' || (/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*[^/?#\s])?$/.test(text) && URL.canParse(text))
  );
}

/** Returns whether a text is the address of a registry of npm. */
function isRegistry(value: string): boolean {
  if (!URL.canParse(value) || /\s/.test(value)) return false;
  const { protocol, search, hash } = new URL(value);
  return ['https:', 'http:'].includes(protocol) && search === '' && hash === '';
}

function isPackageSource(source: string): boolean {
  if (source.startsWith('/')) return !source.includes('\0');
  return /^(https?:\/\/[^/]|file:\/\/\/)/.test(source) && URL.canParse(source);
}

const MIB = 1024 * 1024;

/** All settings except those of single features. The keys are the names in {@link Config}. */
export const SETTINGS = {
  host: text(
    { env: 'METARUN_HOST', description: 'Address to listen on; 0.0.0.0 for every network.' },
    '127.0.0.1',
    'an IP address or a host name',
    (value) => /^[A-Za-z0-9.:_-]+$/.test(value),
  ),
  port: integer(
    { env: 'METARUN_PORT', description: 'Port to listen on; 0 uses a free one.' },
    8080,
    0,
    65535,
  ),
  roles: choices(
    {
      env: 'METARUN_ROLE',
      description:
        'What this process does: serve the API, run tasks (worker), the work in the background (keeper).',
    },
    ALL_ROLES,
    'all, or some of api, keeper, worker with commas between',
    readRoles,
  ),
  publicUrl: text(
    {
      env: 'METARUN_PUBLIC_URL',
      description:
        'Public address of the server, for links to it; by default the address that it listens on.',
    },
    '',
    'http(s)://host[:port][/path], without a slash at its end',
    isPublicUrl,
  ),
  dashboard: choice(
    { env: 'METARUN_DASHBOARD', description: 'Whether the server has the dashboard, at /ui.' },
    ['on', 'off'],
    'on',
  ),
  dataDir: text(
    {
      env: 'METARUN_DATA_DIR',
      description: 'Folder of the SQLite database and of stored files; created if it is missing.',
    },
    '.metarun',
    'a path',
    (value) => value !== '' && !value.includes('\0'),
  ),
  databaseUrl: text(
    {
      env: 'METARUN_DATABASE_URL',
      description: 'PostgreSQL to use; by default SQLite in the data folder.',
    },
    '',
    'postgres://user:password@host:port/database',
    (value) => value === '' || (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)),
    true,
  ),
  databaseDirectUrl: text(
    {
      env: 'METARUN_DATABASE_DIRECT_URL',
      description:
        'The same PostgreSQL without the pooler that METARUN_DATABASE_URL leads through, for notifications between servers.',
    },
    '',
    'postgres://user:password@host:port/database',
    (value) => value === '' || (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)),
    true,
  ),
  ...DATABASE_SETTINGS,
  ...BUS_SETTINGS,
  ...STORAGE_SETTINGS,
  adminToken: presetSecret(
    {
      env: 'METARUN_ADMIN_TOKEN',
      description: "The first administrator's access token, instead of a random one.",
    },
    'mrt_',
  ),
  apiKey: presetSecret(
    {
      env: 'METARUN_API_KEY',
      description: 'The first API key of project "default", instead of a random one.',
    },
    'mrk_',
  ),
  secretKey: text(
    {
      env: 'METARUN_SECRET_KEY',
      description:
        'Key that encrypts the secrets of projects; by default one is created in the data folder.',
    },
    '',
    '32 random bytes in base64',
    (value) => value === '' || /^[A-Za-z0-9+/]{43}=$/.test(value),
    true,
  ),
  ...ACCESS_SETTINGS,
  concurrency: integer(
    {
      env: 'METARUN_CONCURRENCY',
      description:
        'Tasks that run at the same time; up to half as many more for projects that would wait for the tasks of another project.',
    },
    8,
    1,
    512,
  ),
  agentConcurrency: integer(
    {
      env: 'METARUN_AGENT_CONCURRENCY',
      description:
        'Tasks of agents that run at the same time, beside those of scripts; up to half as many more, as with METARUN_CONCURRENCY.',
    },
    64,
    1,
    1_024,
  ),
  ...WORKER_SETTINGS,
  maxPendingTasks: integer(
    {
      env: 'METARUN_MAX_PENDING_TASKS',
      description: 'Pending tasks of a project; 0 = no limit.',
    },
    1_000_000,
    0,
    1_000_000_000,
  ),
  ...QUOTA_SETTINGS,
  ...USER_QUOTA_SETTINGS,
  python: text(
    {
      env: 'METARUN_PYTHON',
      description:
        'Python interpreter (3.9 or later); by default /usr/bin/python3, else python3 on PATH.',
    },
    '',
    'a path',
    (value) => !value.includes('\0'),
  ),
  pythonIndexUrl: text(
    {
      env: 'METARUN_PYTHON_INDEX_URL',
      description: "Sources of Python packages; by default the installer's own, the public index.",
    },
    '',
    'URLs (https, http or file) of package indexes and paths of folders with wheels, separated by spaces',
    (value) => value.split(' ').every(isPackageSource) || value === '',
    true,
  ),
  uv: text(
    {
      env: 'METARUN_UV',
      description:
        'uv, which installs Python packages; by default the one on PATH, else pip. "none" = pip.',
    },
    '',
    'an absolute path, or none',
    (value) => value === '' || value === 'none' || (value.startsWith('/') && !value.includes('\0')),
  ),
  npmRegistryUrl: text(
    {
      env: 'METARUN_NPM_REGISTRY_URL',
      description:
        'The registry of npm packages that are installed for scripts on Node; by default the one that npm uses here.',
    },
    '',
    'a URL (https or http)',
    (value) => value === '' || isRegistry(value),
    true,
  ),
  dependencyTimeoutSeconds: integer(
    {
      env: 'METARUN_DEPENDENCY_TIMEOUT_SECONDS',
      description:
        "Time without progress, or CPU time, after which the search or installation of a script's packages is given up, in seconds.",
    },
    300,
    1,
    3600,
  ),
  environmentsMb: integer(
    {
      env: 'METARUN_ENVIRONMENTS_MB',
      description: 'Disk for the installed packages of the scripts of each language, in MiB.',
    },
    4096,
    1,
    16_777_216,
  ),
  sandbox: choice(
    {
      env: 'METARUN_SANDBOX',
      description: 'Sandbox of scripts; auto uses the first of the others that works here.',
    },
    ['auto', 'bubblewrap', 'namespaces', 'none'],
    'auto',
  ),
  sandboxMinLevel: integer(
    {
      env: 'METARUN_SANDBOX_MIN_LEVEL',
      description: 'Lowest sandbox level; the server does not start below it.',
    },
    1,
    1,
    3,
  ),
  cgroup: text(
    {
      env: 'METARUN_CGROUP',
      description:
        'Control group in which each Python run gets its own: auto = the group that is delegated to the server, off = none, or a path.',
    },
    'auto',
    'auto, off, or an absolute path',
    (value) =>
      value === 'auto' || value === 'off' || (value.startsWith('/') && !value.includes('\0')),
  ),
  ...CONTAINER_SETTINGS,
  defaultTimeoutSeconds: integer(
    {
      env: 'METARUN_DEFAULT_TIMEOUT_SECONDS',
      description: 'Wall-clock limit of a run whose meta-task names none, in seconds.',
    },
    300,
    1,
    604_800,
  ),
  maxTimeoutSeconds: integer(
    {
      env: 'METARUN_MAX_TIMEOUT_SECONDS',
      description: 'Longest limit that a meta-task may name, in seconds.',
    },
    86_400,
    1,
    604_800,
  ),
  defaultMemoryMb: integer(
    {
      env: 'METARUN_DEFAULT_MEMORY_MB',
      description: 'Memory limit of a run whose meta-task names none, in MiB.',
    },
    256,
    16,
    1_048_576,
  ),
  maxMemoryMb: integer(
    {
      env: 'METARUN_MAX_MEMORY_MB',
      description: 'Highest limit that a meta-task may name, in MiB.',
    },
    2048,
    16,
    1_048_576,
  ),
  defaultCpuSeconds: integer(
    {
      env: 'METARUN_DEFAULT_CPU_SECONDS',
      description:
        'CPU time limit of a run whose meta-task names none, in seconds; 0 = the highest.',
    },
    0,
    0,
    604_800,
  ),
  maxCpuSeconds: integer(
    {
      env: 'METARUN_MAX_CPU_SECONDS',
      description: 'Highest CPU time limit that a meta-task may name, in seconds; 0 = no limit.',
    },
    0,
    0,
    604_800,
  ),
  maxNetwork: choice(
    { env: 'METARUN_MAX_NETWORK', description: 'Widest network policy that a meta-task may have.' },
    NETWORK_POLICIES,
    'open',
  ),
  networkRanges: ranges({
    env: 'METARUN_NETWORK_RANGES',
    description: 'Addresses that are not public but that scripts and webhooks may reach.',
  }),
  maxNetworkBytes: integer(
    {
      env: 'METARUN_MAX_NETWORK_BYTES',
      description: 'Bytes that one run may send and receive over the network in total.',
    },
    1024 * MIB,
    1024,
    1024 * 1024 * MIB,
  ),
  maxBodyBytes: integer(
    { env: 'METARUN_MAX_BODY_BYTES', description: 'Size of a JSON request body, in bytes.' },
    2 * MIB,
    1024,
    64 * MIB,
  ),
  maxParamsBytes: integer(
    { env: 'METARUN_MAX_PARAMS_BYTES', description: "Size of a task's params as JSON, in bytes." },
    MIB,
    1024,
    8 * MIB,
  ),
  maxResultBytes: integer(
    { env: 'METARUN_MAX_RESULT_BYTES', description: "Size of a task's result as JSON, in bytes." },
    4 * MIB,
    1024,
    8 * MIB,
  ),
  converters: integer(
    {
      env: 'METARUN_CONVERTERS',
      description:
        'Documents that are converted at the same time; 0 = one for each processor, at most 4.',
    },
    0,
    0,
    64,
  ),
  ocrCommand: text(
    {
      env: 'METARUN_OCR_COMMAND',
      description:
        'The program that recognises the text of scanned pages, with its arguments: it is given a page as PNG, and writes text. ' +
        'Without it such pages have no text.',
    },
    '',
    'an absolute path, and arguments with a space before each; or nothing',
    (value) => value === '' || value.startsWith('/'),
  ),
  maxLogBytes: integer(
    {
      env: 'METARUN_MAX_LOG_BYTES',
      description: 'Log text that is kept for one run, in bytes; each line counts 100 more.',
    },
    10 * MIB,
    1024,
    1024 * MIB,
  ),
  ...STOP_SETTINGS,
  logLevel: choice(
    { env: 'METARUN_LOG_LEVEL', description: "Lowest level of the server's own log." },
    ['debug', 'info', 'warn', 'error', 'silent'],
    'info',
  ),
  logFormat: choice(
    {
      env: 'METARUN_LOG_FORMAT',
      description:
        "Format of the server's own log: JSON lines, or text for people; auto = text on a terminal.",
    },
    ['auto', 'json', 'text'],
    'auto',
  ),
} as const satisfies SettingTable;

/** The validated configuration, without the settings of features. Sizes in bytes unless named otherwise. */
export type Config = Values<typeof SETTINGS>;
