import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** An image in a registry of the scripted engine. */
interface ScriptedImage {
  digest: string;
  bytes?: number;
  platform?: string;
  python?: string;
  /** Modules that its Python does not have. */
  missing?: string;
  node?: string;
  /** Login that its registry requires. */
  login?: string;
  /** True if pulls wait for `release`. */
  held?: boolean;
}

/** A command line of the engine, and the login file that it named. */
interface EngineCall {
  args: string[];
  auth?: string;
  login: string | null;
  mode: number | null;
}

/** A container engine without containers: `test/fixtures/scripted-engine/podman`. */
export interface ScriptedEngine {
  /** Settings of a server in a separate process. */
  readonly env: Record<string, string>;
  /** Sets the images of the registries, by reference. */
  serve(images: Record<string, ScriptedImage>): Promise<void>;
  /** Adds an image to the engine, as an operator may. */
  load(reference: string, image: ScriptedImage): Promise<void>;
  /** Removes all images from the engine, as an operator may. */
  forget(): Promise<void>;
  /** Returns the references of the images in the engine. */
  images(): Promise<string[]>;
  calls(): Promise<EngineCall[]>;
  /** Lets pulls of `held` images continue. */
  release(): Promise<void>;
  remove(): Promise<void>;
}

/** Returns a unique digest for each number. */
export function digestNumber(number: number): string {
  return `sha256:${String(number).padStart(64, '0')}`;
}

export async function makeScriptedEngine(): Promise<ScriptedEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'metarun-engine-'));
  const path = (name: string): string => join(folder, name);
  const read = async (name: string): Promise<Record<string, ScriptedImage>> =>
    JSON.parse(await readFile(path(name), 'utf8').catch(() => '{}')) as never;
  const write = async (name: string, images: Record<string, ScriptedImage>): Promise<void> => {
    const whole = Object.entries(images).map(([reference, image]) => [
      reference,
      { id: image.digest, bytes: 1_000_000, ...image },
    ]);
    await writeFile(path(`${name}.test`), JSON.stringify(Object.fromEntries(whole)));
    await rename(path(`${name}.test`), path(name));
  };
  return {
    env: {
      PATH: `${resolve('test/fixtures/scripted-engine')}:${process.env['PATH'] ?? ''}`,
      METARUN_CONTAINER_ENGINE: 'podman',
      METARUN_CONTAINER_ARGS: `--root ${folder}`,
      METARUN_LIMITS: 'idle_containers=0',
    },
    serve: (images) => write('registry.json', images),
    load: async (reference, image) => {
      const pinned = `${reference.replace(/:[^:/]*$/, '')}@${image.digest}`;
      const before = await read('images.json');
      await write('images.json', { ...before, [reference]: image, [pinned]: image });
    },
    forget: () => write('images.json', {}),
    images: async () => Object.keys(await read('images.json')),
    calls: async () => {
      const lines = (await readFile(path('calls.jsonl'), 'utf8').catch(() => '')).split('\n');
      return lines.filter(Boolean).map((line) => JSON.parse(line) as EngineCall);
    },
    release: () => writeFile(path('go'), ''),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
