import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type Bundle, bundle } from '../../../sandbox/bundling/bundle.js';
import { BundleError, describeDiagnostic } from '../../../sandbox/bundling/bundle-error.js';
import type { CompileTarget } from '../../../sandbox/runtime/protocol.js';
import { byPackage } from '../../../sandbox/bundling/bundle-inputs.js';
import { usageError } from '../../toolkit/command-error.js';
import { bytesText } from '../../toolkit/units.js';
import { stderr, stdout } from '../../toolkit/output.js';

export interface BundleOptions {
  /** Output file of the script. Default: standard output. */
  out?: string | undefined;
  /** Prints one JSON document, also for errors. */
  json?: boolean | undefined;
  minify?: boolean | undefined;
  runtime?: CompileTarget | undefined;
}

/** Maximum number of parts in the text output. */
const SHOWN = 12;

/**
 * Runs `metarun bundle`. With a file, the script goes to the file and the list of its parts to standard output. Without
 * a file, the script goes to standard output and the list to standard error.
 */
export async function runBundle(
  entry: string,
  { out, json = false, minify = false, runtime = 'isolate' }: BundleOptions = {},
): Promise<void> {
  if (!existsSync(entry))
    throw usageError(
      `There is no file ${entry}.`,
      'Name the script that has `run`.',
      'bundling.md',
    );
  let made: Bundle;
  try {
    made = await bundle(entry, { minify, engine: runtime });
  } catch (error) {
    if (!json || !(error instanceof BundleError)) throw error;
    stdout.write(`${JSON.stringify({ errors: error.diagnostics }, null, 2)}\n`);
    process.exitCode = 1;
    return;
  }
  const { script, paramsSchema, ...rest } = made;
  if (out !== undefined) await writeFile(out, script);
  if (json) {
    const content = out === undefined ? { script } : { file: out };
    const answer = { ...content, params_schema: paramsSchema, ...rest };
    stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    return;
  }
  if (out === undefined) stdout.writeContent(script);
  (out === undefined ? stderr : stdout).write(summary(made));
}

function summary({ bytes, inputs, minified, notes, paramsSchema }: Bundle): string {
  const parts = byPackage(inputs);
  const shown = parts
    .slice(0, SHOWN)
    .map((part) => `  ${bytesText(part.bytes).padStart(10)}  ${part.file}`);
  if (parts.length > SHOWN) shown.push(`  … and ${parts.length - SHOWN} smaller`);
  const schema =
    paramsSchema === null ? 'none, the types of run do not give one' : 'by the types of run';
  return [
    `${bytesText(bytes)}${minified ? ', minified' : ''}, with its source map; params_schema: ${schema}`,
    ...shown,
    ...notes.map((note) => `note: ${describeDiagnostic(note)}`),
    '',
  ].join('\n');
}
