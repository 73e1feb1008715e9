import { isJsonObject, type Json, type JsonObject } from '../../../../base/kernel/json.js';
import type { LockedPackage, PackageLock } from '../../protocol.js';

/** Maximum number of packages of a script, dependencies included. */
const MAX_PACKAGES = 400;
/** Maximum length of a script's first line, which contains the lock, in characters. */
const MAX_HEADER = 512 * 1024;
const NAME = String.raw`(?:@[\w~-][\w.~-]*/)?[\w~-][\w.~-]*`;
const PLACE = new RegExp(`^node_modules/${NAME}(?:/node_modules/${NAME}){0,15}$`);
const WHOLE_NAME = new RegExp(`^${NAME}$`);
const VERSION = /^\d[\w.+-]{0,99}$/;
const INTEGRITY = /^sha512-[A-Za-z0-9+/]{86}==$/;
const WORD = /^!?[\w-]{1,30}$/;
const MAX_PLACE = 400;

/**
 * Returns the lock in the first line of a script, in canonical form, or null. Returns what is wrong with
 * an invalid lock.
 */
export function lockIn(source: string): { lock: string | null } | { wrong: string } {
  const end = source.indexOf('\n');
  const [, json = ''] = /^\/\/ metarun bundle (\{.*\})$/.exec(source.slice(0, end)) ?? [];
  if (!json.includes('"packages"')) return { lock: null };
  if (json.length > MAX_HEADER)
    return { wrong: `its first line has more than ${MAX_HEADER} characters` };
  try {
    const header: Json = JSON.parse(json);
    const packages = isJsonObject(header) ? header['packages'] : undefined;
    return packages === undefined
      ? { lock: null }
      : { lock: JSON.stringify(packageLock(packages), null, 2) };
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns a lock in canonical form. Throws an Error that says what is wrong. */
function packageLock(given: Json): PackageLock {
  if (!isJsonObject(given)) throw new Error('"packages" is not an object');
  const entries = Object.entries(given).toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (entries.length > MAX_PACKAGES)
    throw new Error(`it names ${entries.length} packages, and ${MAX_PACKAGES} are the most`);
  return Object.fromEntries(entries.map(([place, entry]) => [place, lockedPackage(place, entry)]));
}

function lockedPackage(place: string, entry: Json): LockedPackage {
  if (!PLACE.test(place) || place.length > MAX_PLACE || place.includes('..'))
    throw new Error(`"${place.slice(0, 100)}" is not a folder of a package`);
  const { name, version, integrity, optional } = isJsonObject(entry) ? entry : {};
  if (typeof version !== 'string' || !VERSION.test(version))
    throw new Error(`${place} has no exact version`);
  if (typeof integrity !== 'string' || !INTEGRITY.test(integrity))
    throw new Error(`${place} has no integrity with SHA-512`);
  if (name !== undefined && (typeof name !== 'string' || !WHOLE_NAME.test(name)))
    throw new Error(`${place} has an invalid name`);
  return {
    ...(name === undefined ? {} : { name }),
    version,
    integrity,
    ...(optional === true ? { optional } : {}),
    ...readPlatforms(entry, place),
  };
}

function readPlatforms(entry: Json, place: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const found: JsonObject = isJsonObject(entry) ? entry : {};
  const words = (['os', 'cpu', 'libc'] as const).flatMap((key) => {
    const list = found[key];
    if (list === undefined) return [];
    if (!Array.isArray(list) || !list.every((word) => typeof word === 'string' && WORD.test(word)))
      throw new Error(`"${key}" of ${place} is not a list of words`);
    return [[key, list]];
  });
  return Object.fromEntries(words) as Pick<LockedPackage, 'os' | 'cpu' | 'libc'>;
}
