import { NETWORK_POLICIES } from '../kernel/network.js';
import { ACCESS_SETTINGS } from './access-settings.js';
import { BUS_SETTINGS } from './bus-settings.js';
import { CONTAINER_SETTINGS } from './container-settings.js';
import { DATABASE_SETTINGS } from './database-settings.js';
import { ALL_ROLES, readRoles } from './roles.js';
import { LIMITS_SETTING, QUOTA_SETTINGS, USER_QUOTA_SETTINGS } from './quota-settings.js';
import { RUN_SETTINGS } from './run-settings.js';
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

/** Returns whether a text is the URL of an npm registry. */
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

/** All settings except those of individual features. The keys are the names in {@link Config}. */
export const SETTINGS = {
  host: text(
    { env: 'METARUN_HOST', description: 'Address to listen on; 0.0.0.0 for all networks.' },
    '127.0.0.1',
    'an IP address or a host name',
    (value) => /^[A-Za-z0-9.:_-]+$/.test(value),
  ),
  port: integer(
    { env: 'METARUN_PORT', description: 'Port to listen on; 0 = any free port.' },
    8080,
    0,
    65535,
  ),
  roles: choices(
    {
      env: 'METARUN_ROLE',
      description:
        'Roles of this process: serve the API (api), run tasks (worker), do background work (keeper).',
    },
    ALL_ROLES,
    'all, or some of api, keeper, worker with commas between',
    readRoles,
  ),
  publicUrl: text(
    {
      env: 'METARUN_PUBLIC_URL',
      description:
        'Public URL of the server, used in links to it. Default: the address that it listens on.',
    },
    '',
    'http(s)://host[:port][/path], without a slash at its end',
    isPublicUrl,
  ),
  dashboard: choice(
    { env: 'METARUN_DASHBOARD', description: 'Whether the dashboard is served at /ui.' },
    ['on', 'off'],
    'on',
  ),
  dataDir: text(
    {
      env: 'METARUN_DATA_DIR',
      description: 'Folder of the SQLite database and of stored files. Created if missing.',
    },
    '.metarun',
    'a path',
    (value) => value !== '' && !value.includes('\0'),
  ),
  databaseUrl: text(
    {
      env: 'METARUN_DATABASE_URL',
      description: 'PostgreSQL database to use. Default: SQLite in the data folder.',
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
        'Direct URL of the PostgreSQL database if METARUN_DATABASE_URL leads through a pooler; used for notifications between servers.',
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
      description: 'Access token of the first administrator. Default: a random one.',
    },
    'mrt_',
  ),
  apiKey: presetSecret(
    {
      env: 'METARUN_API_KEY',
      description: 'First API key of the project "default". Default: a random one.',
    },
    'mrk_',
  ),
  secretKey: text(
    {
      env: 'METARUN_SECRET_KEY',
      description:
        'Key that encrypts the secrets of projects. Default: created in the data folder.',
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
        'Maximum number of tasks that run at the same time, and up to half as many more for projects that would otherwise wait for another project.',
    },
    8,
    1,
    512,
  ),
  agentConcurrency: integer(
    {
      env: 'METARUN_AGENT_CONCURRENCY',
      description:
        'Maximum number of tasks of agents that run at the same time, in addition to those of scripts, and up to half as many more as with METARUN_CONCURRENCY.',
    },
    64,
    1,
    1_024,
  ),
  ...WORKER_SETTINGS,
  maxPendingTasks: integer(
    {
      env: 'METARUN_LIMITS.pending_tasks',
      description: 'Maximum number of pending tasks of a project; 0 = no limit.',
    },
    1_000_000,
    0,
    1_000_000_000,
  ),
  limits: LIMITS_SETTING,
  ...QUOTA_SETTINGS,
  ...USER_QUOTA_SETTINGS,
  python: text(
    {
      env: 'METARUN_PYTHON',
      description:
        'Python interpreter (3.9 or later). Default: /usr/bin/python3, else python3 on PATH.',
    },
    '',
    'a path',
    (value) => !value.includes('\0'),
  ),
  pythonIndexUrl: text(
    {
      env: 'METARUN_PYTHON_INDEX_URL',
      description:
        'Sources of Python packages. Default: the public index, as configured in the installer.',
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
        'Path of uv, which installs Python packages; none = use pip. Default: uv on PATH, else pip.',
    },
    '',
    'an absolute path, or none',
    (value) => value === '' || value === 'none' || (value.startsWith('/') && !value.includes('\0')),
  ),
  npmRegistryUrl: text(
    {
      env: 'METARUN_NPM_REGISTRY_URL',
      description:
        'Registry of npm packages that are installed for scripts on Node. Default: the registry that npm uses here.',
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
        'Maximum time without progress, and maximum CPU time, for resolving or installing the packages of a script, in seconds.',
    },
    300,
    1,
    3600,
  ),
  environmentsMb: integer(
    {
      env: 'METARUN_LIMITS.environments_mb',
      description:
        'Maximum disk space for the installed packages of scripts, per language, in MiB.',
    },
    4096,
    1,
    16_777_216,
  ),
  sandbox: choice(
    {
      env: 'METARUN_SANDBOX',
      description: 'Sandbox of scripts; auto = the first of the others that works here.',
    },
    ['auto', 'bubblewrap', 'namespaces', 'none'],
    'auto',
  ),
  sandboxMinLevel: integer(
    {
      env: 'METARUN_SANDBOX_MIN_LEVEL',
      description: 'Minimum sandbox level, below which the server does not start.',
    },
    1,
    1,
    3,
  ),
  cgroup: text(
    {
      env: 'METARUN_CGROUP',
      description:
        'Parent control group of Python runs: auto = the group delegated to the server, off = none, or a path.',
    },
    'auto',
    'auto, off, or an absolute path',
    (value) =>
      value === 'auto' || value === 'off' || (value.startsWith('/') && !value.includes('\0')),
  ),
  ...CONTAINER_SETTINGS,
  ...RUN_SETTINGS,
  maxNetwork: choice(
    { env: 'METARUN_MAX_NETWORK', description: 'Widest network policy that a meta-task may have.' },
    NETWORK_POLICIES,
    'open',
  ),
  networkRanges: ranges({
    env: 'METARUN_NETWORK_RANGES',
    description: 'Non-public addresses that scripts and webhooks may reach.',
  }),
  maxNetworkBytes: integer(
    {
      env: 'METARUN_LIMITS.network_bytes',
      description:
        'Maximum number of bytes that a run may send and receive over the network in total.',
    },
    1024 * MIB,
    1024,
    1024 * 1024 * MIB,
  ),
  maxBodyBytes: integer(
    {
      env: 'METARUN_LIMITS.body_bytes',
      description: 'Maximum size of a JSON request body, in bytes.',
    },
    2 * MIB,
    1024,
    64 * MIB,
  ),
  maxParamsBytes: integer(
    {
      env: 'METARUN_LIMITS.params_bytes',
      description: 'Maximum size of the params of a task as JSON, in bytes.',
    },
    MIB,
    1024,
    8 * MIB,
  ),
  maxResultBytes: integer(
    {
      env: 'METARUN_LIMITS.result_bytes',
      description: 'Maximum size of the result of a task as JSON, in bytes.',
    },
    4 * MIB,
    1024,
    8 * MIB,
  ),
  converters: integer(
    {
      env: 'METARUN_LIMITS.conversions',
      description:
        'Maximum number of documents converted at the same time; 0 = one per processor, at most 4.',
    },
    0,
    0,
    64,
  ),
  ocrCommand: text(
    {
      env: 'METARUN_OCR_COMMAND',
      description:
        'Program that recognises the text of scanned pages, with its arguments: it reads a page as PNG and writes text. Default: none, so that such pages have no text.',
    },
    '',
    'an absolute path, and arguments with a space before each; or nothing',
    (value) => value === '' || value.startsWith('/'),
  ),
  maxLogBytes: integer(
    {
      env: 'METARUN_LIMITS.log_bytes',
      description:
        'Maximum size of the log kept for a run, in bytes; each line counts an additional 100 bytes.',
    },
    10 * MIB,
    1024,
    1024 * MIB,
  ),
  ...STOP_SETTINGS,
  logLevel: choice(
    { env: 'METARUN_LOG_LEVEL', description: "Minimum level of the server's own log." },
    ['debug', 'info', 'warn', 'error', 'silent'],
    'info',
  ),
  logFormat: choice(
    {
      env: 'METARUN_LOG_FORMAT',
      description:
        "Format of the server's own log: JSON lines or human-readable text; auto = text on a terminal.",
    },
    ['auto', 'json', 'text'],
    'auto',
  ),
} as const satisfies SettingTable;

/** The validated configuration, without the settings of features. Sizes are in bytes unless the name says otherwise. */
export type Config = Values<typeof SETTINGS>;
