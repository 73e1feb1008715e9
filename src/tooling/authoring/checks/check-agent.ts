import { compileContract } from '../../../agents/agents/compile-contract.js';
import { shownPath } from '../author-path.js';
import type { MetaTaskFolder } from '../meta-task-folder.js';
import { MAX_WRITTEN_BYTES } from '../../../base/languages/script-size.js';
import { readText } from '../text-file.js';
import { AuthorWorld } from './author-world.js';
import { type CheckDiagnostic, toDiagnostics, error, warning } from './check-diagnostic.js';

/** Checks the contract of an agent as a server does. `identifiers`: the meta-tasks of the repository; null: unknown. */
export async function checkAgent(
  { scriptFile, definition, bindings }: MetaTaskFolder,
  identifiers: readonly string[] | null,
): Promise<CheckDiagnostic[]> {
  let text: string;
  try {
    text = await readText(scriptFile, MAX_WRITTEN_BYTES);
  } catch (thrown) {
    return toDiagnostics(thrown);
  }
  const compiled = await compileContract(text, {
    world: new AuthorWorld(identifiers),
    network: definition.network,
    ...(bindings.agent === undefined || definition.memory !== null
      ? { memory: definition.memory }
      : {}),
    inherited: bindings.agent === undefined ? { model: null, tools: [] } : null,
  });
  if (compiled.ok) return [];
  const file = shownPath(scriptFile);
  return compiled.issues.map(({ kind, message, line, column }) =>
    (kind === 'doubtful' ? warning : error)({ file, line, column, message }),
  );
}
