import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../base/tokens.js';
import { randomBytes } from 'node:crypto';
import { chmod, link, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../../base/config/settings.js';
import { findErrorCode, getErrorMessage } from '../../base/kernel/errors.js';
import { GuidedError } from '../../base/kernel/guided-error.js';
import { flushFolder } from '../../platform/storage/prefix-folders.js';
import { type CipherKey, cipherKey } from './cipher.js';

const KEY_BYTES = 32;
const MODE = 0o600;
const FILE = 'secret.key';
/** File of the key that a rotation has prepared. */
const NEXT_FILE = 'secret.key.next';
/** Names of unfinished files of either key. */
const UNFINISHED = /^secret\.key(\.next)?\.[0-9a-f]{16}$/;

/**
 * The encryption key of secrets: from the setting, or from a file in the data folder, which is created with the first
 * secret.
 */
@Injectable()
export class SecretKey {
  private key: CipherKey | null = null;
  private readonly path: string;
  /** Path of the key that a rotation has prepared to replace the key in the data folder. */
  readonly nextPath: string;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.path = join(config.dataDir, FILE);
    this.nextPath = join(config.dataDir, NEXT_FILE);
  }

  /** True if the key is a file in the data folder rather than the setting. */
  get isFile(): boolean {
    return this.config.secretKey === '';
  }

  /** Location of the key, for messages. */
  get place(): string {
    return this.isFile ? this.path : 'METARUN_SECRET_KEY';
  }

  /** Returns the key; null if this server has not stored a secret yet. Throws an Error if the file contains no key. */
  async find(): Promise<CipherKey | null> {
    this.key ??= await this.load();
    return this.key;
  }

  async findOrMake(): Promise<CipherKey> {
    this.key = (await this.find()) ?? (await madeIn(this.path));
    return this.key;
  }

  /**
   * Returns the key that will replace the one in the data folder. It is created once: a key left by an interrupted
   * rotation is used.
   */
  prepareNext(): Promise<CipherKey> {
    return madeIn(this.nextPath);
  }

  /** Returns the key that an unfinished rotation has prepared, or null. */
  async findNext(): Promise<CipherKey | null> {
    const text = await textIn(this.nextPath);
    return text === null ? null : (keyIn(text) ?? this.throwForNext());
  }

  /** Replaces the key in the data folder with the prepared one, `next`, which only the server's user may read. */
  async takeNext(next: CipherKey): Promise<void> {
    const folder = dirname(this.path);
    const left = (await readdir(folder)).filter((name) => UNFINISHED.test(name));
    for (const name of left) await rm(join(folder, name), { force: true });
    try {
      // The file may have been restored from a copy with another mode.
      await chmod(this.nextPath, MODE);
      await rename(this.nextPath, this.path);
    } catch (error) {
      // Another process has already replaced it.
      if (findErrorCode(error) !== 'ENOENT') throw error;
    }
    await flushFolder(folder);
    this.key = null;
    const taken = await this.find();
    if (taken?.id !== next.id)
      throw new Error(`${this.path} was replaced by another key meanwhile`);
  }

  private throwForNext(): never {
    throw new Error(
      `${this.nextPath} does not hold a key (32 bytes in base64), and a rotation of the key was interrupted. Restore it from a copy; ` +
        'if there is none, remove it: secrets that were stored with it have to be stored again.',
    );
  }

  private async load(): Promise<CipherKey | null> {
    const { secretKey } = this.config;
    return secretKey === '' ? await readKey(this.path) : parseKeyOrThrow(secretKey, this.place);
  }
}

/** Parses a key; null if the text is not one. */
export function keyIn(text: string): CipherKey | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === KEY_BYTES ? cipherKey(bytes) : null;
}

function parseKeyOrThrow(text: string, place: string): CipherKey {
  const key = keyIn(text);
  if (key === null)
    throw new Error(
      `${place} does not hold a key (32 bytes in base64). Restore it from a backup; ` +
        'without it the secrets that were stored cannot be read, and have to be stored again after it is removed.',
    );
  return key;
}

/** Returns the key in a file; null if the file does not exist. */
async function readKey(path: string): Promise<CipherKey | null> {
  const text = await textIn(path);
  return text === null ? null : parseKeyOrThrow(text, path);
}

/** Returns the contents of a key file; null if the file does not exist. Throws a GuidedError if it cannot be read. */
async function textIn(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = findErrorCode(error);
    if (code === 'ENOENT') return null;
    const why = code === 'EISDIR' ? 'It is a folder.' : getErrorMessage(error);
    throw new GuidedError(`${path}, a key of the secrets, cannot be read: ${why}`, {
      code: 'key_unreadable',
      fix: 'Put the file there, or have the user of the server read it. If no key was ever there, take away what is.',
      cause: error,
    });
  }
}

/**
 * Returns the key in a file, which is created if missing. The folder is flushed in either case, since the process that
 * created the file may have ended before it did so.
 */
async function madeIn(path: string): Promise<CipherKey> {
  await makeFile(path);
  await flushFolder(dirname(path));
  const made = await readKey(path);
  if (made === null) throw new Error(`${path} was removed as soon as it was made`);
  return made;
}

/**
 * Creates a key file unless it exists. It is written under another name and linked into place, so that servers that
 * share the folder end up with one complete key.
 */
async function makeFile(path: string): Promise<void> {
  const unfinished = `${path}.${randomBytes(8).toString('hex')}`;
  const file = await open(unfinished, 'wx', MODE);
  try {
    await file.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`);
    await file.sync();
    await link(unfinished, path);
  } catch (error) {
    if (findErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    await file.close();
    await rm(unfinished, { force: true });
  }
}
