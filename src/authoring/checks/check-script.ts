import { loadGuestLibrary } from '../../bundling/guest-library.js';
import { openTypeImport } from '../../bundling/type-imports.js';
import type { Fault } from '../../kernel/guided-error.js';
import type { JsonObject } from '../../kernel/json.js';
import { shownPath } from '../author-path.js';
import { buildScript } from '../build-script.js';
import type { MetaTaskFolder } from '../meta-task-folder.js';
import { MAX_SCRIPT_BYTES, readText } from '../text-file.js';
import type { TypeThread } from '../types/type-thread.js';
import { type CheckFault, error, faultsOf, warning } from './check-fault.js';
import type { PythonReader } from './python-reader.js';
import { checkCalls, type KnownNames } from './script-calls.js';

/** What is wrong with a script, and what its types say of its params; null where that is nothing. */
export interface CheckedScript {
  faults: CheckFault[];
  paramsSchema: JsonObject | null;
}

export async function checkPython(
  { scriptFile }: MetaTaskFolder,
  names: KnownNames,
  reader: PythonReader,
): Promise<CheckedScript> {
  const file = shownPath(scriptFile);
  try {
    const source = await readText(scriptFile, MAX_SCRIPT_BYTES);
    const { errors, paramsSchema, calls } = await reader.read(source);
    const faults = errors.map((fault) => error(placed(file, fault)));
    return { faults: [...faults, ...checkCalls(calls, file, names)], paramsSchema };
  } catch (thrown) {
    return { faults: faultsOf(thrown).map((fault) => ({ file, ...fault })), paramsSchema: null };
  }
}

/** Whether a server takes the script: its syntax, its imports, its `run`. Of types, see {@link checkTypes}. */
export async function checkTypeScript(metaTask: MetaTaskFolder): Promise<CheckedScript> {
  const file = shownPath(metaTask.scriptFile);
  try {
    const library = await loadGuestLibrary();
    const { script, notes } = await buildScript(metaTask);
    const result = await library.compile(script);
    const source = await readText(metaTask.scriptFile, MAX_SCRIPT_BYTES);
    const imports = { file: metaTask.scriptFile, open: openTypeImport };
    const refused = result.ok ? [] : result.diagnostics.map((fault) => error(placed(file, fault)));
    return {
      faults: [...refused, ...notes.map(warning)],
      paramsSchema: result.ok ? library.inferParamsSchema(source, imports) : null,
    };
  } catch (thrown) {
    return { faults: faultsOf(thrown).map((fault) => ({ file, ...fault })), paramsSchema: null };
  }
}

export async function checkTypes(
  { scriptFile }: MetaTaskFolder,
  names: KnownNames,
  thread: TypeThread,
): Promise<CheckFault[]> {
  const { faults, calls } = await thread.check(scriptFile);
  const typed = faults.map((fault) =>
    error(fault.file === undefined ? fault : { ...fault, file: shownPath(fault.file) }),
  );
  return [...typed, ...checkCalls(calls, shownPath(scriptFile), names)];
}

function placed(
  file: string,
  { message, line, column }: { message: string; line: number | null; column: number | null },
): Fault {
  return { message, file, line: line ?? 1, column: column ?? 1 };
}
