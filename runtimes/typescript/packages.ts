/**
 * Installs npm packages in the sandbox: one job of the host, over file descriptor 3, one JSON document per line.
 *
 * host -> guest  {"packages": PackageLock, "registry": URL, "max_bytes"}
 * guest -> host  {"type": "line", "text"}
 *                {"type": "installed", "bytes"}   the packages are in <work folder>/site/node_modules
 *                {"type": "failed", "message"}
 *
 * It unpacks archives whose hashes match the lock, and starts no programs: scripts of packages never run.
 */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { extract } from 'tar';
import type { LockedPackage, PackageLock } from '../../src/sandbox/runtime/protocol.js';
import { dropPrivileges } from './drop-privileges.js';
import { openChannel } from './lines.js';
import { isForThisMachine } from './packages/machine.js';

/** Number of archives that are fetched at the same time. */
const AT_ONCE = 6;
const TRIES = 3;
const BLOCK = 4096;
const MAX_FILES = 200_000;

interface Job {
  packages: PackageLock;
  registry: string;
  max_bytes: number;
}

class Failed extends Error {}

/** Maximum size of an archive, in bytes. */
let most = 0;

dropPrivileges();
const [, , work = '/tmp/install'] = process.argv;
const channel = openChannel((line) => void doJob(JSON.parse(line) as Job));

async function doJob({ packages, registry, max_bytes: maxBytes }: Job): Promise<void> {
  most = maxBytes;
  const site = join(work, 'site');
  let [bytes, files] = [0, 0];
  const count = (size: number): void => {
    bytes += Math.ceil(size / BLOCK) * BLOCK;
    files += 1;
    if (bytes > maxBytes)
      throw new Failed(
        `The packages take more than ${maxBytes} bytes of disk, the most that a script may have.`,
      );
    if (files > MAX_FILES)
      throw new Failed(
        `The packages have more than ${MAX_FILES} files, the most that a script may have.`,
      );
  };
  try {
    const wanted = Object.entries(packages).filter(([place, one]) => isWanted(place, one));
    say({ type: 'line', text: `Installing ${wanted.length} packages` });
    await mkdir(join(site, 'node_modules'), { recursive: true });
    const queue = wanted.values();
    const install = async (): Promise<void> => {
      for (const [place, one] of queue) {
        const name =
          one.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
        await unpack(await downloadArchive(name, one, registry), join(site, place), count);
        say({ type: 'line', text: `Installed ${name} ${one.version}` });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, install));
    end({ type: 'installed', bytes });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    end({
      type: 'failed',
      message:
        error instanceof Failed ? message : `The packages could not be unpacked: ${message}.`,
    });
  }
}

function isWanted(place: string, one: LockedPackage): boolean {
  if (isForThisMachine(one)) return true;
  if (one.optional === true) return false;
  throw new Failed(`${place} is for another machine than ${process.platform} on ${process.arch}.`);
}

/** Returns the archive of a package, whose hash matches the lock. */
async function downloadArchive(
  name: string,
  { version, integrity }: LockedPackage,
  registry: string,
): Promise<Buffer> {
  const what = `${name} ${version}`;
  const base = name.slice(name.indexOf('/') + 1);
  const usual = await get(`${registry}${name}/-/${base}-${version}.tgz`, registry, what);
  const archive = usual ?? (await elsewhere(name, version, registry, what));
  if (archive === null) throw new Failed(`The registry has no ${what}.`);
  if (`sha512-${createHash('sha512').update(archive).digest('base64')}` !== integrity)
    throw new Failed(`The registry has another ${what} than was locked: its hash differs.`);
  return archive;
}

/** Asks the registry for the archive's URL, for registries that use unusual paths. */
async function elsewhere(
  name: string,
  version: string,
  registry: string,
  what: string,
): Promise<Buffer | null> {
  const manifest = await get(`${registry}${name.replace('/', '%2f')}/${version}`, registry, what);
  if (manifest === null) return null;
  const { dist } = JSON.parse(manifest.toString()) as { dist?: { tarball?: unknown } };
  const place = typeof dist?.tarball === 'string' ? dist.tarball : '';
  if (!URL.canParse(place) || new URL(place).origin !== new URL(registry).origin)
    throw new Failed(`The registry names an archive of ${what} outside of itself.`);
  return get(place, registry, what);
}

/** Returns a response; null if the resource does not exist. */
async function get(
  url: string,
  registry: string,
  what: string,
  tries = TRIES,
): Promise<Buffer | null> {
  const { username, password } = new URL(registry);
  const target = new URL(url);
  [target.username, target.password] = ['', ''];
  const auth =
    username === ''
      ? password === ''
        ? null
        : `Bearer ${decodeURIComponent(password)}`
      : `Basic ${btoa(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)}`;
  let why: string;
  try {
    const answer = await fetch(target, auth === null ? {} : { headers: { authorization: auth } });
    if (answer.ok && answer.body !== null) return await read(answer.body, what);
    await answer.body?.cancel();
    if (answer.status === 404) return null;
    why = `it answers ${answer.status}`;
    if (answer.status < 500 && answer.status !== 429) tries = 1;
  } catch (error) {
    if (error instanceof Failed) throw error;
    const { cause, message } = error as Error;
    const { code, message: reason } = (cause ?? {}) as { code?: string; message?: string };
    why = code ?? reason ?? message;
  }
  if (tries > 1) return get(url, registry, what, tries - 1);
  throw new Failed(`The registry does not give ${what}: ${why}.`);
}

/** Reads an archive, which may not exceed the maximum size of all packages on disk. */
async function read(body: ReadableStream<Uint8Array>, what: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > most) throw new Failed(`The archive of ${what} has more than ${most} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function unpack(
  archive: Buffer,
  folder: string,
  count: (size: number) => void,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const found: { refused: Error | null } = { refused: null };
  const unpacked = extract({
    cwd: folder,
    strip: 1,
    strict: true,
    preserveOwner: false,
    // Links are skipped, so that nothing in a package leads out of it.
    filter: (_path, entry) => {
      const type = 'type' in entry ? entry.type : 'File';
      if (
        found.refused !== null ||
        !['File', 'OldFile', 'ContiguousFile', 'Directory'].includes(type)
      )
        return false;
      try {
        count(entry.size ?? 0);
      } catch (error) {
        found.refused = error instanceof Error ? error : new Error(String(error));
        return false;
      }
      return true;
    },
  });
  Readable.from([archive]).pipe(unpacked as unknown as NodeJS.WritableStream);
  await finished(unpacked as unknown as NodeJS.WritableStream);
  if (found.refused !== null) throw found.refused;
}

function say(answer: object): void {
  channel.write(`${JSON.stringify(answer)}\n`);
}

function end(answer: object): void {
  channel.write(`${JSON.stringify(answer)}\n`, () => process.exit());
}
