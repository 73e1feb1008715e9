import type { Config } from '../../../base/config/settings.js';
import { shownPath } from '../author-path.js';
import type { MetaTaskFolder } from '../meta-task-folder.js';
import { buildScript } from '../build-script.js';
import { placedIn } from '../script-place.js';
import { type CheckDiagnostic, toDiagnostics, error, warning } from './check-diagnostic.js';
import { type CheckedScript, type LanguageChecker, placed } from './language-checker.js';
import { PythonReader, type PythonReading } from './python-reader.js';
import { checkCalls, type KnownNames } from './script-calls.js';

const OF_IMAGE = {
  message:
    'The script asks for packages, and it runs on an image, which brings them: install them in the image',
  column: 1,
};

/** Message of the check, for a script without an image, about a module that does not exist. */
const MISSING = /there is no module "([^"]+)": it is not of the standard library/;

/** Checks Python scripts by the server's own check. */
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
      const reading = await this.reader.read(script, ofImage);
      const { errors, doubts, paramsSchema, calls } = reading;
      const asked = ofImage ? reading.dependencies.map((line) => ({ ...OF_IMAGE, line })) : [];
      const diagnostics = [
        ...asked.slice(0, 1).map((one) => error(placed(file, one))),
        ...errors.map((one) => error(placedIn(script, metaTask, one) ?? placed(file, one))),
        ...[...doubts, ...(ofImage ? await this.leftToImage(script) : [])].map((one) =>
          warning(placedIn(script, metaTask, one) ?? placed(file, one)),
        ),
      ];
      return { diagnostics: [...diagnostics, ...checkCalls(calls, file, names)], paramsSchema };
    } catch (thrown) {
      return {
        diagnostics: toDiagnostics(thrown).map((diagnostic) => ({ file, ...diagnostic })),
        paramsSchema: null,
      };
    }
  }

  /** Returns imports of modules that neither Python nor the script has, and an image may have. */
  private async leftToImage(script: string): Promise<PythonReading['doubts']> {
    const { errors, doubts } = await this.reader.read(script, false);
    return [...errors, ...doubts].flatMap((one) => {
      const [, module] = MISSING.exec(one.message) ?? [];
      if (module === undefined) return [];
      return [{ ...one, message: `"${module}" is left to the image, and not checked` }];
    });
  }

  async checkTypes(): Promise<CheckDiagnostic[]> {
    return [];
  }

  /** The process starts faster than scripts are found. */
  warm(): void {}

  async close(): Promise<void> {
    this.reader.close();
  }
}
