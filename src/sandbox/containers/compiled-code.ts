import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { getErrorMessage } from '../../base/kernel/errors.js';
import { isJsonObject } from '../../base/kernel/json.js';
import type { ScriptLanguage } from '../../base/languages/index.js';
import { containerName, type ContainerEngine } from './container-engine.js';
import { CONTAINER_PROGRAMS } from './container-programs.js';
import { QUESTION_LIMITS, QUESTION_MS } from './container-spec.js';
import { engineFailure } from './engine-command.js';

const MIB = 1024 * 1024;
/** Several times what the guest needs. */
const MAX_BYTES = 32 * MIB;
const MAX_FILES = 2_000;
/** Maximum number of images whose code is kept, at about 3 MiB each. */
const MAX_IMAGES = 100;
/** A path whose segments do not begin with a dot. */
const PATH = /^(?:[\w+-][\w.+-]*\/)*[\w+-][\w.+-]*\.pyc$/;
const inflated = promisify(inflate);

/**
 * The guest's imports, compiled by the images that guests run on: most images come without compiled code, and
 * containers cannot keep it. Each image gets only code compiled by its own interpreter; the code is as untrusted as the
 * image.
 */
export class CompiledCode {
  private readonly folders = new Map<string, string | null>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly engine: Pick<ContainerEngine, 'runOnce'>,
    /** A folder that belongs to this server alone. */
    private readonly folder: string,
    private readonly onWarning: (message: string) => void,
  ) {}

  /** Returns the folder with the code for an image; null before it is made. */
  of(language: ScriptLanguage, image: string): string | null {
    return this.folders.get(buildCacheKey(language, image)) ?? null;
  }

  /** Compiles the code for an image, once. Never rejects: without the code, containers only start more slowly. */
  async make(language: ScriptLanguage, image: string): Promise<void> {
    const command = CONTAINER_PROGRAMS[language].compile;
    const key = buildCacheKey(language, image);
    if (command === null || this.folders.has(key) || this.folders.size >= MAX_IMAGES) return;
    this.folders.set(key, null);
    try {
      const files = await this.compiled(language, image, command);
      this.folders.set(key, await this.write(files));
    } catch (error) {
      if (!this.stopping.signal.aborted)
        this.onWarning(`failed to compile the guest's code on an image: ${getErrorMessage(error)}`);
    }
  }

  stop(): void {
    this.stopping.abort();
  }

  private async compiled(
    language: ScriptLanguage,
    image: string,
    command: readonly [string, ...string[]],
  ): Promise<Map<string, Buffer>> {
    const mounts = CONTAINER_PROGRAMS[language].mounts();
    const spec = { image, name: containerName(), command, mounts, limits: QUESTION_LIMITS };
    const limits = { timeoutMs: QUESTION_MS, maxBytes: MAX_BYTES, signal: this.stopping.signal };
    const result = await this.engine.runOnce(spec, limits);
    if (result.code !== 0) throw engineFailure(result);
    const packed = Buffer.from(result.stdout, 'base64');
    const text = (await inflated(packed, { maxOutputLength: MAX_BYTES })).toString();
    const found: unknown = JSON.parse(text);
    const files = isJsonObject(found) ? Object.entries(found) : [];
    if (files.length === 0 || files.length > MAX_FILES)
      throw new Error(`the image has ${files.length} files of compiled code`);
    return new Map(
      files.map(([path, bytes]) => {
        if (!PATH.test(path) || typeof bytes !== 'string')
          throw new Error('the image names a file that cannot be compiled code');
        return [path, Buffer.from(bytes, 'base64')];
      }),
    );
  }

  private async write(files: ReadonlyMap<string, Buffer>): Promise<string> {
    const folder = await mkdtemp(join(this.folder, 'code-'));
    try {
      for (const [path, bytes] of files) {
        const file = join(folder, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, bytes, { flag: 'wx' });
      }
      // Containers run as a different user.
      await chmod(folder, 0o755);
      return folder;
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }
}

function buildCacheKey(language: ScriptLanguage, image: string): string {
  return `${language} ${image}`;
}
