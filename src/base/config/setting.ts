import { isIP } from 'node:net';

/** The definition of one environment variable, which `metarun serve --help` and docs/configuration.md show. */
export interface Setting<T> {
  readonly env: string;
  readonly description: string;
  /** Description of the allowed values, for error messages and the docs. */
  readonly allowed: string;
  /** The default as an operator would type it; '' if the variable has none. */
  readonly fallback: string;
  readonly secret: boolean;
  /** True for a variable that groups other settings, whose `env` is `<variable>.<name>`. */
  readonly holdsOthers?: true;
  /** Least and greatest allowed value of a number. */
  readonly range?: readonly [number, number];
  /** Returns the value, or undefined if `text` is not allowed. `text` is the fallback if the variable is not set. */
  parse(text: string): T | undefined;
}

/** Settings by their names in the configuration. */
export type SettingTable = Readonly<Record<string, Setting<unknown>>>;

/** The values of settings after they have been read. */
export type Values<Table extends SettingTable> = {
  readonly [Key in keyof Table]: Table[Key] extends Setting<infer Value> ? Value : never;
};

/** The name and the description of a setting. */
type About = Pick<Setting<unknown>, 'env' | 'description'>;

export function integer(about: About, fallback: number, min: number, max: number): Setting<number> {
  return {
    ...about,
    allowed: `a whole number from ${min} to ${max}`,
    range: [min, max],
    fallback: String(fallback),
    secret: false,
    parse: (text) => {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

/**
 * Returns the setting of a variable that groups several settings, as comma-separated `name=value` pairs. The `env` of
 * each is `<variable>.<name>`.
 */
export function group(about: About): Setting<string> {
  const isAllowed = (value: string): boolean => {
    const entries = groupEntries(value);
    const areWhole = entries.every((entry) => entry.length === 2 && entry[0] !== '');
    return areWhole && new Set(entries.map(([name]) => name)).size === entries.length;
  };
  const setting = text(about, '', 'name=value, with commas between, each name once', isAllowed);
  return { ...setting, holdsOthers: true };
}

/** Returns the names and values of a {@link group}. */
export function groupEntries(value: string): string[][] {
  if (value === '') return [];
  return value.split(',').map((entry) => entry.trimStart().split('='));
}

/** Longest finite retention period, in days. */
export const MAX_DAYS = 36_500;

export function days(about: About, fallback: number): Setting<number> {
  return integer(about, fallback, 0, MAX_DAYS);
}

export function choice<const T extends string>(
  about: About,
  values: readonly T[],
  fallback: T,
): Setting<T> {
  return {
    ...about,
    allowed: `one of ${values.join(', ')}`,
    fallback,
    secret: false,
    parse: (text) => values.find((value) => value === text),
  };
}

/** Returns a setting with several values; `read` returns null for a text that is not allowed. */
export function choices<T>(
  about: About,
  fallback: string,
  allowed: string,
  read: (text: string) => readonly T[] | null,
): Setting<readonly T[]> {
  return { ...about, allowed, fallback, secret: false, parse: (given) => read(given) ?? undefined };
}

export function text(
  about: About,
  fallback: string,
  allowed: string,
  test: (value: string) => boolean,
  secret = false,
): Setting<string> {
  return {
    ...about,
    allowed,
    fallback,
    secret,
    parse: (value) => (test(value) ? value : undefined),
  };
}

/** Returns a setting with the arguments of a program. No shell parses them, so an argument cannot contain a space. */
export function words(about: About): Setting<readonly string[]> {
  return {
    ...about,
    allowed: 'words with spaces between',
    fallback: '',
    secret: false,
    parse: (value) => (value.includes('\0') ? undefined : value.split(/\s+/).filter(Boolean)),
  };
}

export function ranges(about: About): Setting<readonly string[]> {
  return {
    ...about,
    allowed: 'CIDR ranges with commas between, such as 10.1.0.0/16,fd12::/32',
    fallback: '',
    secret: false,
    parse: (text) => {
      const values = text === '' ? [] : text.split(',').map((range) => range.trim());
      return values.every(isRange) ? values : undefined;
    },
  };
}

/** Names of address groups that stand for their ranges. */
const ADDRESS_GROUPS = ['loopback', 'linklocal', 'uniquelocal'];

export function proxies(about: About): Setting<readonly string[]> {
  return {
    ...about,
    allowed: `addresses, CIDR ranges and ${ADDRESS_GROUPS.join(', ')}, with commas between`,
    fallback: '',
    secret: false,
    parse: (text) => {
      const values = text === '' ? [] : text.split(',').map((proxy) => proxy.trim());
      return values.every(isProxy) ? values : undefined;
    },
  };
}

function isProxy(text: string): boolean {
  return ADDRESS_GROUPS.includes(text) || isIP(text) !== 0 || isRange(text);
}

function isRange(text: string): boolean {
  const [, address = '', bits = ''] = /^([0-9a-fA-F.:]+)\/(\d{1,3})$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128);
}

export function presetSecret(about: About, prefix: string): Setting<string> {
  return text(
    about,
    '',
    `${prefix} followed by letters, digits, "-" or "_", at least 40 characters in all`,
    (value) =>
      value === '' || new RegExp(`^${prefix}[A-Za-z0-9_-]{${40 - prefix.length},}$`).test(value),
    true,
  );
}
