import { join } from 'node:path';
import type { CompileTarget } from '../../sandbox/runtime/protocol.js';
import type { BundleDiagnostic } from '../../sandbox/bundling/bundle-error.js';
import { type Diagnostic, GuidedError } from '../../base/kernel/guided-error.js';
import { shownPath } from './author-path.js';
import { asItIs, type BuiltScript } from './built-script.js';

// A match never extends into the next such line, so that a long file without imports is searched in linear time.
/**
 * An import that remains without types, a reference to another file, or a decorator, whose kind a tsconfig.json
 * decides.
 */
const IS_BUNDLED =
  /^[ \t]*import\b(?!\s*type\b)|^[ \t]*export\b(?:(?!^[ \t]*export\b)[^;'"])*\bfrom\s*['"]|\bimport\s*\(|\brequire\s*\(|^[ \t]*@[A-Za-z_$]/m;

/** An import of types and errors that the server provides. */
const OF_METARUN =
  /^[ \t]*import\b(?:(?!^[ \t]*import\b)[^;'"])*\bfrom\s*['"]metarun\/workflow['"]/gm;

/**
 * Returns TypeScript that consists of more than its own text as one text with all of its imports. Throws GuidedError.
 */
export async function bundleScript(
  source: string,
  scriptFile: string,
  engine: CompileTarget,
): Promise<BuiltScript> {
  if (!IS_BUNDLED.test(source.replaceAll(OF_METARUN, ''))) return asItIs(source);
  const [{ bundle, bundleRoot }, { BundleError }] = await Promise.all([
    import('../../sandbox/bundling/bundle.js'),
    import('../../sandbox/bundling/bundle-error.js'),
  ]);
  const root = bundleRoot(scriptFile);
  const asDiagnostic = (diagnostic: BundleDiagnostic): Diagnostic => toDiagnostic(diagnostic, root);
  try {
    const { script, notes } = await bundle(scriptFile, { engine });
    return { script, notes: notes.map(asDiagnostic) };
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    const diagnostics = error.diagnostics.map(asDiagnostic);
    throw new GuidedError(`${shownPath(scriptFile)} cannot be made one script.`, {
      code: 'invalid_script',
      docs: 'bundling.md',
      diagnostics,
      cause: error,
    });
  }
}

/** `root`: folder of the diagnostic's relative path. */
function toDiagnostic(
  { message, file, line, column, chain }: BundleDiagnostic,
  root: string,
): Diagnostic {
  const way = chain.length > 1 ? `, imported by ${chain.join(' → ')}` : '';
  return {
    message: `${message}${way}`,
    ...(file === null ? {} : { file: shownPath(join(root, file)) }),
    ...(line === null ? {} : { line }),
    ...(column === null ? {} : { column }),
  };
}
