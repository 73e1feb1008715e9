import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../base/config/settings.js';
import { errorCodeOf } from '../../base/kernel/errors.js';
import { type CipherKey, cipherKey } from './cipher.js';

const KEY_BYTES = 32;
const FILE = 'secret.key';

/**
 * The key that secrets are encrypted with: the setting's, else that of a file in the data folder, which is made
 * when the first secret is stored.
 */
export class SecretKey {
  private key: CipherKey | null = null;
  private readonly path: string;

  constructor(private readonly config: Config) {
    this.path = join(config.dataDir, FILE);
  }

  /** Where it is, for people. */
  get place(): string {
    return this.config.secretKey === '' ? this.path : 'METARUN_SECRET_KEY';
  }

  /** Null when no secret has been stored with a key of this server yet. Throws an Error where the file holds no key. */
  async find(): Promise<CipherKey | null> {
    this.key ??= await this.load();
    return this.key;
  }

  async findOrMake(): Promise<CipherKey> {
    const found = await this.find();
    if (found !== null) return found;
    await this.make();
    const made = await this.find();
    if (made === null) throw new Error(`${this.path} was removed as soon as it was made`);
    return made;
  }

  private async load(): Promise<CipherKey | null> {
    const { secretKey } = this.config;
    const text = secretKey === '' ? await this.readFile() : secretKey;
    if (text === null) return null;
    const bytes = Buffer.from(text, 'base64');
    if (bytes.length !== KEY_BYTES)
      throw new Error(
        `${this.path} does not hold a key (32 bytes in base64). Restore it from a backup; ` +
          'without it the secrets that were stored cannot be read, and have to be stored again after it is removed.',
      );
    return cipherKey(bytes);
  }

  private async readFile(): Promise<string | null> {
    try {
      return await readFile(this.path, 'utf8');
    } catch (error) {
      if (errorCodeOf(error) === 'ENOENT') return null;
      throw error;
    }
  }

  /** Written beside and linked into place: servers that share the folder end up with one key, never half of one. */
  private async make(): Promise<void> {
    const unfinished = `${this.path}.${randomBytes(8).toString('hex')}`;
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`);
      await file.sync();
      await link(unfinished, this.path);
    } catch (error) {
      if (errorCodeOf(error) !== 'EEXIST') throw error;
    } finally {
      await file.close();
      await rm(unfinished, { force: true });
    }
  }
}
