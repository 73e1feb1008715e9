import type { Diagnostic } from '../../../base/kernel/guided-error.js';
import { loadGuestLibrary } from '../../../sandbox/bundling/guest-library.js';
import { openTypeImport } from '../../../sandbox/bundling/type-imports.js';
import { shownPath } from '../author-path.js';
import { buildScript } from '../build-script.js';
import { selectCompileTarget } from '../image-binding.js';
import type { MetaTaskFolder } from '../meta-task-folder.js';
import { readScript } from '../read-script.js';
import { TypeThread } from '../types/type-thread.js';
import { type CheckDiagnostic, toDiagnostics, error, warning } from './check-diagnostic.js';
import { type CheckedScript, type LanguageChecker, placed } from './language-checker.js';
import { checkCalls, type KnownNames } from './script-calls.js';

/** Message of the type checker about a package that is not installed. */
const NOT_INSTALLED = /^Cannot find module '[@\w]/;

/** Checks TypeScript by the server's compiler and by a type checker, which a server does not have. */
export class TypeScriptChecker implements LanguageChecker {
  private readonly types = new TypeThread();

  /** Returns the errors of a script's syntax, imports and `run`. */
  async check(metaTask: MetaTaskFolder): Promise<CheckedScript> {
    const file = shownPath(metaTask.scriptFile);
    try {
      const library = loadGuestLibrary();
      const { script, notes } = await buildScript(metaTask);
      const result = await library.compile(script, selectCompileTarget(metaTask));
      const source = await readScript(metaTask.scriptFile, 'typescript');
      const imports = { file: metaTask.scriptFile, open: openTypeImport };
      const refused = result.ok
        ? []
        : result.diagnostics.map((diagnostic) => error(placed(file, diagnostic)));
      return {
        diagnostics: [...refused, ...notes.map(warning)],
        paramsSchema: result.ok ? library.inferParamsSchema(source, imports) : null,
      };
    } catch (thrown) {
      return {
        diagnostics: toDiagnostics(thrown).map((diagnostic) => ({ file, ...diagnostic })),
        paramsSchema: null,
      };
    }
  }

  async checkTypes(metaTask: MetaTaskFolder, names: KnownNames): Promise<CheckDiagnostic[]> {
    const { scriptFile } = metaTask;
    const target = selectCompileTarget(metaTask);
    const engine = target === 'image' ? 'node' : target;
    const { diagnostics, warnings, calls } = await this.types.check(scriptFile, engine);
    // The compiler notes imports that the image has to provide.
    const known =
      target === 'image'
        ? diagnostics.filter(({ message }) => !NOT_INSTALLED.test(message))
        : diagnostics;
    const shown = (diagnostic: Diagnostic): Diagnostic =>
      diagnostic.file === undefined
        ? diagnostic
        : { ...diagnostic, file: shownPath(diagnostic.file) };
    const typed = [
      ...known.map((diagnostic) => error(shown(diagnostic))),
      ...warnings.map((diagnostic) => warning(shown(diagnostic))),
    ];
    return [...typed, ...checkCalls(calls, shownPath(scriptFile), names)];
  }

  warm(): void {
    this.types.warm();
  }

  close(): Promise<void> {
    return this.types.close();
  }
}
