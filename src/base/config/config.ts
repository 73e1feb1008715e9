import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { isRedisUrl } from './bus-settings.js';
import { CLIENT_VARIABLES } from './client-environment.js';
import { ROLES } from './roles.js';
import { groupEntries, type SettingTable, type Values } from './setting.js';
import { type Config, SETTINGS } from './settings.js';

/**
 * An error in a variable that prevents the start. The message contains its name, its value (never a secret) and the
 * allowed values.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads and validates every METARUN_* variable of `settings`, including those of features. Throws {@link ConfigError},
 * which names all invalid variables and any METARUN_* variable that does not exist: a misspelled setting must not be
 * ignored.
 */
export function readConfig<Table extends typeof SETTINGS>(
  env: NodeJS.ProcessEnv,
  settings: Table,
): Values<Table> {
  const table: SettingTable = settings;
  const errors: string[] = [];
  const all = { ...env, ...groupedSettings(env, table) };
  const entries = Object.entries(table).map(([key, setting]) => {
    const given = all[setting.env];
    const value = setting.parse(given === undefined || given === '' ? setting.fallback : given);
    if (value === undefined) {
      const shown = setting.secret ? '(hidden)' : JSON.stringify(given);
      errors.push(`${setting.env} is ${shown}; allowed: ${setting.allowed}`);
    }
    return [key, value];
  });
  const known = new Set<string>([
    ...Object.values(table).map((setting) => setting.env),
    ...Object.values(CLIENT_VARIABLES),
  ]);
  for (const name of Object.keys(all))
    if (name.startsWith('METARUN_') && !known.has(name))
      errors.push(`${name} is not a setting; \`metarun serve --help\` lists them all`);
  const config = Object.fromEntries(entries) as Config & Values<Table>;
  errors.push(...defaultsOverLimits(config), ...storageErrors(config), ...busErrors(config));
  if (errors.length === 0) errors.push(...roleErrors(config));
  if (errors.length > 0) throw new ConfigError(errors.join('\n'));
  return {
    ...config,
    dataDir: resolve(config.dataDir),
    python: config.python || defaultPython(),
    uv: config.uv === 'none' ? '' : config.uv || uvOn(env['PATH'] ?? ''),
  };
}

/** Returns the settings of the group variables, by `<variable>.<name>`. */
function groupedSettings(
  env: NodeJS.ProcessEnv,
  table: SettingTable,
): Readonly<Record<string, string>> {
  const groups = Object.values(table).filter(({ holdsOthers }) => holdsOthers);
  const entries = groups.flatMap(({ env: name }) =>
    groupEntries(env[name] ?? '').map(([entry, value = '']) => [`${name}.${entry}`, value]),
  );
  return Object.fromEntries(entries);
}

/** Returns an error for each default that exceeds its maximum. A value that is itself invalid is not reported again. */
function defaultsOverLimits(config: Config): string[] {
  const pairs = [
    ['defaultTimeoutSeconds', 'maxTimeoutSeconds'],
    ['defaultMemoryMb', 'maxMemoryMb'],
    ['defaultCpuSeconds', 'maxCpuSeconds'],
  ] as const;
  return (
    pairs
      // 0 means no limit.
      .filter(([standard, limit]) => config[limit] > 0 && config[standard] > config[limit])
      .map(([standard, limit]) => {
        const most = `${SETTINGS[limit].env}, which is "${config[limit]}"`;
        return `${SETTINGS[standard].env} is "${config[standard]}"; allowed: at most ${most}`;
      })
  );
}

/** Returns the errors of the settings of an S3 storage. */
function storageErrors(config: Config): string[] {
  const isSet = (key: 'storageBucket' | 'storageAccessKeyId' | 'storageSecretAccessKey'): boolean =>
    config[key] !== '';
  const errors = [];
  if (config.storage === 's3' && !isSet('storageBucket'))
    errors.push(
      `${SETTINGS.storage.env} is "s3", but ${SETTINGS.storageBucket.env} is not set; it names the bucket`,
    );
  if (isSet('storageAccessKeyId') !== isSet('storageSecretAccessKey'))
    errors.push(
      `${SETTINGS.storageAccessKeyId.env} and ${SETTINGS.storageSecretAccessKey.env}: set both, or neither for what the AWS SDK finds`,
    );
  return errors;
}

/** Returns the errors of bus settings that require PostgreSQL. */
function busErrors({ databaseUrl, databaseDirectUrl, bus }: Config): string[] {
  if (databaseUrl !== '') return [];
  const missing = `but ${SETTINGS.databaseUrl.env} is not set`;
  return [
    ...(bus === 'postgres' ? [`${SETTINGS.bus.env} is "postgres", ${missing}`] : []),
    ...(isRedisUrl(bus) ? [`${SETTINGS.bus.env} names a Redis, ${missing}`] : []),
    ...(databaseDirectUrl !== ''
      ? [`${SETTINGS.databaseDirectUrl.env} is set, ${missing}; it names the database`]
      : []),
  ];
}

/** Returns the error of a role that requires other processes, which SQLite does not allow. */
function roleErrors({ databaseUrl, roles }: Config): string[] {
  if (databaseUrl !== '' || roles.length === ROLES.length) return [];
  return [
    `${SETTINGS.roles.env} is "${roles.join(',')}", but ${SETTINGS.databaseUrl.env} is not set; on SQLite one process does everything`,
  ];
}

/** Returns the path of uv; '' if it is not installed. */
function uvOn(path: string): string {
  const folders = path.split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, 'uv')).find((file) => existsSync(file)) ?? '';
}

/**
 * Returns the interpreter itself if it is in its usual place: a version manager's shim on PATH costs 100 ms per start.
 */
function defaultPython(): string {
  return existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
}
