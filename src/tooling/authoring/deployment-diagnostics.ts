import { readFile } from 'node:fs/promises';
import { ApiError } from '@metarun/client';
import { type Diagnostic, GuidedError } from '../../base/kernel/guided-error.js';
import { shownPath } from './author-path.js';
import { placedIn } from './script-place.js';
import type { MetaTaskFolder } from './meta-task-folder.js';
import type { Place } from '../../base/yaml/yaml-text.js';

interface Placed {
  code: string;
  fix: string;
  docs: string;
  /** Absolute path of metatask.yaml. */
  file: string | null;
  place: Place | undefined;
}

/** Returns an error at a place of `metatask.yaml`. */
export function placedError(
  message: string,
  { code, fix, docs, file, place }: Placed,
): GuidedError {
  const diagnostics = file === null ? [] : [{ message, file: shownPath(file), ...place }];
  const at =
    file === null
      ? ''
      : `${[shownPath(file), place?.line, place?.column].filter(Boolean).join(':')}: `;
  return new GuidedError(at + message, { code, fix, docs, diagnostics });
}

/** Fields of `metatask.yaml` by the API's fields that hold ids. */
const BINDINGS: Readonly<Record<string, string>> = {
  '/workspace_id': '/workspace',
  '/agent_id': '/agent',
  '/docker_image_id': '/docker_image',
};

/** A meta-task with its script as the server gets it. */
interface Built {
  metaTask: MetaTaskFolder;
  script: string;
}

/** Reports the server's refusal of a meta-task at the places of its files. */
export async function withPlaces<T>(plan: Built, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    const { script, metaTask } = plan;
    // The lines of a bundle differ from those of its files.
    const asWritten = script === (await readFile(metaTask.scriptFile, 'utf8'));
    const diagnostics = error.errors.map(({ pointer, message, line, column }): Diagnostic => {
      const within = pointer === '/script' || pointer.startsWith('/script/');
      const place = { message, line: line ?? null, column: column ?? null };
      const own = within && line !== undefined ? placedIn(script, metaTask, place) : null;
      if (own !== null) return own;
      if (within && asWritten)
        return {
          message,
          file: shownPath(metaTask.scriptFile),
          ...(line === undefined ? {} : { line }),
          ...(column === undefined ? {} : { column }),
        };
      if (within || metaTask.file === null) return { message, pointer };
      return { message, pointer, ...metaTask.locatePointer(BINDINGS[pointer] ?? pointer) };
    });
    const why = diagnostics.length === 0 ? `: ${error.detail}` : '.';
    throw new GuidedError(`The server does not take ${shownPath(metaTask.folder)}${why}`, {
      code: error.code,
      docs: 'errors.md',
      diagnostics,
      cause: error,
    });
  }
}
