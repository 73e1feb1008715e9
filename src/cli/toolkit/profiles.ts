import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readClientEnvironment } from '../../base/config/client-environment.js';
import { isJsonObject, type Json } from '../../base/kernel/json.js';
import { CommandError } from './command-error.js';

/** A server with credentials. */
export interface Profile {
  /** Base URL. */
  url: string;
  token: string;
  /** Id or slug of the project. */
  project: string;
}

/** Profiles stored by `metarun login`. */
export interface Profiles {
  /** Name of the default profile. */
  default: string | null;
  profiles: Readonly<Record<string, Profile>>;
}

const DOCS = 'deploy.md#profiles';
/** Mode bits that give access to users other than the owner. */
const OTHERS = 0o077;

export function profilesFile(): string {
  return join(readClientEnvironment().configDir, 'profiles.json');
}

/** Reads the profiles. Throws CommandError if others can read the file or if it is invalid. */
export async function readProfiles(): Promise<Profiles> {
  const file = profilesFile();
  const text = await readPrivate(file);
  if (text === null) return { default: null, profiles: {} };
  const found = parseProfiles(text);
  if (found === null)
    throw new CommandError(`${file} holds no profiles.`, {
      code: 'invalid_profiles',
      fix: 'Mend it, or delete it and run metarun login again.',
      docs: DOCS,
    });
  return found;
}

/** Replaces the file atomically, so that readers see either the old profiles or the new ones. */
export async function writeProfiles(profiles: Profiles): Promise<void> {
  const file = profilesFile();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await chmod(dirname(file), 0o700);
  await writePrivate(file, `${JSON.stringify(profiles, null, 2)}\n`);
}

/**
 * Returns the text of a file with credentials, or null if it does not exist. Throws if users other than its owner can
 * read it.
 */
export async function readPrivate(file: string): Promise<string | null> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (found === null) return null;
  // Windows has no such mode bits. There, only the user has access to the profile folder.
  if (process.platform !== 'win32' && (found.mode & OTHERS) !== 0)
    throw new CommandError(`${file} holds credentials, and others than its owner can read it.`, {
      code: 'open_credentials',
      fix: `chmod 600 '${file}', and make new credentials if other users may have read these.`,
      docs: DOCS,
    });
  return readFile(file, 'utf8');
}

/** Writes a file with credentials atomically, with mode 0600. */
async function writePrivate(file: string, text: string): Promise<void> {
  // Loaded on demand: most commands only read, and this import takes a tenth of their start-up time.
  const { randomBytes } = await import('node:crypto');
  const next = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    const handle = await open(next, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(next, file);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}

function parseProfiles(text: string): Profiles | null {
  const document = parseJson(text);
  if (!isJsonObject(document) || !isJsonObject(document['profiles'])) return null;
  const { default: chosen = null, profiles } = document;
  const entries = Object.entries(profiles).map(
    ([name, value]) => [name, parseProfile(value)] as const,
  );
  if (entries.some(([, profile]) => profile === null)) return null;
  if (chosen !== null && typeof chosen !== 'string') return null;
  const known = entries.filter((entry): entry is [string, Profile] => entry[1] !== null);
  return { default: chosen, profiles: Object.fromEntries(known) };
}

/** Returns the `{url, token, project}` of a file, or null if it is invalid. */
export function parseProfile(value: Json | undefined): Profile | null {
  if (!isJsonObject(value)) return null;
  const { url, token, project } = value;
  return typeof url === 'string' && typeof token === 'string' && typeof project === 'string'
    ? { url, token, project }
    : null;
}

/** Parses JSON. Returns undefined if it is invalid. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
