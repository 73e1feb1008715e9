import type { Config } from '../../../base/config/settings.js';
import { shownPath } from '../author-path.js';
import type { MetaTaskFolder } from '../meta-task-folder.js';
import { buildScript } from '../build-script.js';
import { placedIn } from '../script-place.js';
import { type CheckDiagnostic, diagnosticsOf, error, warning } from './check-diagnostic.js';
import { type CheckedScript, type LanguageChecker, placed } from './language-checker.js';
import { PythonReader } from './python-reader.js';
import { checkCalls, type KnownNames } from './script-calls.js';

/** Checks Python scripts by what a server's own check reads of them. */
export class PythonChecker implements LanguageChecker {
  private readonly reader: PythonReader;

  constructor({ python }: Config) {
    this.reader = new PythonReader(python);
  }

  async check(metaTask: MetaTaskFolder, names: KnownNames): Promise<CheckedScript> {
    const { scriptFile } = metaTask;
    const file = shownPath(scriptFile);
    try {
      const { script } = await buildScript(metaTask);
      const { errors, doubts, paramsSchema, calls } = await this.reader.read(script);
      const diagnostics = [
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
