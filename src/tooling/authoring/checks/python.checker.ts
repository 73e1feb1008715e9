import type { Config } from '../../../base/config/settings.js';
import { shownPath } from '../author-path.js';
import type { MetaTaskFolder } from '../meta-task-folder.js';
import { buildScript } from '../build-script.js';
import type { Diagnostic } from '../../../sandbox/runtime/runtime.js';
import { placedIn } from '../script-place.js';
import { type CheckDiagnostic, diagnosticsOf, error, warning } from './check-diagnostic.js';
import { type CheckedScript, type LanguageChecker, placed } from './language-checker.js';
import { PythonReader } from './python-reader.js';
import { checkCalls, type KnownNames } from './script-calls.js';

/** The beginning of a list of dependencies that has any, or goes on in the next line. */
const DEPENDENCIES = /^#\s*dependencies\s*=\s*\[(?!\s*\])/;

/** Checks Python scripts by what a server's own check reads of them. */
export class PythonChecker implements LanguageChecker {
  private readonly reader: PythonReader;

  constructor({ python }: Config) {
    this.reader = new PythonReader(python);
  }

  async check(metaTask: MetaTaskFolder, names: KnownNames): Promise<CheckedScript> {
    const { scriptFile, bindings } = metaTask;
    const ofImage = bindings.docker_image !== undefined;
    const file = shownPath(scriptFile);
    try {
      const { script } = await buildScript(metaTask);
      const { errors, doubts, paramsSchema, calls } = await this.reader.read(script);
      const asked = ofImage ? dependenciesAt(script) : null;
      const diagnostics = [
        ...(asked === null ? [] : [error(placed(file, asked))]),
        ...errors.map((one) => error(placedIn(script, metaTask, one) ?? placed(file, one))),
        ...doubts.map((one) => warning(placedIn(script, metaTask, one) ?? placed(file, one))),
      ];
      return { diagnostics: [...diagnostics, ...checkCalls(calls, file, names)], paramsSchema };
    } catch (thrown) {
      return {
        diagnostics: diagnosticsOf(thrown).map((diagnostic) => ({ file, ...diagnostic })),
        paramsSchema: null,
      };
    }
  }

  async checkTypes(): Promise<CheckDiagnostic[]> {
    return [];
  }

  /** Its process starts faster than scripts are found. */
  warm(): void {}

  async close(): Promise<void> {
    this.reader.close();
  }
}

/** Returns the refusal of a block of dependencies (PEP 723) in a script that runs on an image; null where it has none. */
function dependenciesAt(script: string): Diagnostic | null {
  const lines = script.split('\n');
  const start = lines.findIndex((line) => /^# \/\/\/ script\s*$/.test(line));
  const at = lines.findIndex(
    (line, index) => start !== -1 && index > start && DEPENDENCIES.test(line),
  );
  if (at === -1) return null;
  return {
    message:
      'The script asks for packages, and it runs on an image, which brings them: install them in the image',
    line: at + 1,
    column: 1,
  };
}
