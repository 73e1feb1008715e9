import { join } from 'node:path';
import type { BundleFault } from '../bundling/bundle-error.js';
import { type Fault, GuidedError } from '../kernel/guided-error.js';
import { shownPath } from './author-path.js';
import type { MetaTaskFolder } from './meta-task-folder.js';
import { MAX_SCRIPT_BYTES, readText } from './text-file.js';

/** An import that stays after types are gone, or a file of another that goes with it. */
const MAY_IMPORT =
  /^\s*import\b(?!\s*type\b)|^\s*export\b[^;'"]*\bfrom\s*['"]|\bimport\s*\(|\brequire\s*\(/m;

/**
 * The script of a meta-task as a server takes it. TypeScript that imports more than types becomes one text with all that
 * it imports; `notes` tell what of that may not work as expected. Throws GuidedError.
 */
export async function buildScript(
  metaTask: MetaTaskFolder,
): Promise<{ script: string; notes: Fault[] }> {
  const { language, scriptFile } = metaTask;
  const source = await readText(scriptFile, MAX_SCRIPT_BYTES);
  if (language !== 'typescript' || !MAY_IMPORT.test(source)) return { script: source, notes: [] };
  const [{ bundle, bundleRoot }, { BundleError }] = await Promise.all([
    import('../bundling/bundle.js'),
    import('../bundling/bundle-error.js'),
  ]);
  const root = bundleRoot(scriptFile);
  const asFault = (fault: BundleFault): Fault => faultOf(fault, root);
  try {
    const { script, notes } = await bundle(scriptFile);
    return { script, notes: notes.map(asFault) };
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    const faults = error.faults.map(asFault);
    throw new GuidedError(`${shownPath(scriptFile)} cannot be made one script.`, {
      code: 'invalid_script',
      docs: 'bundling.md',
      faults,
      cause: error,
    });
  }
}

/** `root`: what the fault's file is relative to. */
function faultOf({ message, file, line, column, chain }: BundleFault, root: string): Fault {
  const way = chain.length > 1 ? `, imported by ${chain.join(' → ')}` : '';
  return {
    message: `${message}${way}`,
    ...(file === null ? {} : { file: shownPath(join(root, file)) }),
    ...(line === null ? {} : { line }),
    ...(column === null ? {} : { column }),
  };
}
