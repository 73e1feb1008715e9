import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { CLIENT_VARIABLES } from './client-environment.js';
import type { SettingTable, Values } from './setting.js';
import { type Config, SETTINGS } from './settings.js';

/** A variable that stops the start; the message names it, what it holds (never a secret) and what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads and validates every METARUN_* variable of `settings`, those of features among them. Throws {@link ConfigError}
 * naming all bad ones, and any METARUN_* variable that does not exist, since a misspelled setting must not be ignored.
 */
export function readConfig<Table extends typeof SETTINGS>(
  env: NodeJS.ProcessEnv,
  settings: Table,
): Values<Table> {
  const table: SettingTable = settings;
  const faults: string[] = [];
  const entries = Object.entries(table).map(([key, setting]) => {
    const given = env[setting.env];
    const value = setting.parse(given === undefined || given === '' ? setting.fallback : given);
    if (value === undefined) {
      const shown = setting.secret ? '(hidden)' : JSON.stringify(given);
      faults.push(`${setting.env} is ${shown}; allowed: ${setting.allowed}`);
    }
    return [key, value];
  });
  const known = new Set<string>([
    ...Object.values(table).map((setting) => setting.env),
    ...Object.values(CLIENT_VARIABLES),
  ]);
  for (const name of Object.keys(env))
    if (name.startsWith('METARUN_') && !known.has(name))
      faults.push(`${name} is not a setting; \`metarun serve --help\` lists them all`);
  const config = Object.fromEntries(entries) as Config & Values<Table>;
  faults.push(...defaultsOverLimits(config), ...storageFaults(config));
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return {
    ...config,
    dataDir: resolve(config.dataDir),
    python: config.python || defaultPython(),
    uv: config.uv === 'none' ? '' : config.uv || uvOn(env['PATH'] ?? ''),
  };
}

/** A default must not pass what a meta-task is refused; where either is faulty itself nothing more is said. */
function defaultsOverLimits(config: Config): string[] {
  const pairs = [
    ['defaultTimeoutSeconds', 'maxTimeoutSeconds'],
    ['defaultMemoryMb', 'maxMemoryMb'],
    ['defaultCpuSeconds', 'maxCpuSeconds'],
  ] as const;
  return (
    pairs
      // 0 is no limit.
      .filter(([standard, limit]) => config[limit] > 0 && config[standard] > config[limit])
      .map(([standard, limit]) => {
        const most = `${SETTINGS[limit].env}, which is "${config[limit]}"`;
        return `${SETTINGS[standard].env} is "${config[standard]}"; allowed: at most ${most}`;
      })
  );
}

/** What an S3 storage cannot do without. */
function storageFaults(config: Config): string[] {
  const isSet = (key: 'storageBucket' | 'storageAccessKeyId' | 'storageSecretAccessKey'): boolean =>
    config[key] !== '';
  const faults = [];
  if (config.storage === 's3' && !isSet('storageBucket'))
    faults.push(
      `${SETTINGS.storage.env} is "s3", but ${SETTINGS.storageBucket.env} is not set; it names the bucket`,
    );
  if (isSet('storageAccessKeyId') !== isSet('storageSecretAccessKey'))
    faults.push(
      `${SETTINGS.storageAccessKeyId.env} and ${SETTINGS.storageSecretAccessKey.env}: set both, or neither for what the AWS SDK finds`,
    );
  return faults;
}

/** The path of uv; '' where there is none. */
function uvOn(path: string): string {
  const folders = path.split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, 'uv')).find((file) => existsSync(file)) ?? '';
}

/** The interpreter itself where it is in its usual place: a version manager's shim on PATH costs 100 ms a start. */
function defaultPython(): string {
  return existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
}
