import ts from 'typescript';
import type { Diagnostic } from '../../../base/kernel/guided-error.js';
import { type Compilation, buildCompilation } from './compiler-options.js';
import { floatingPromises } from './floating-promises.js';
import { readCalls } from './read-calls.js';
import { isOfUntyped, UNTYPED, untypedMessage } from './untyped-packages.js';
import type { TypeFindings, TypeJob } from './type-job.js';

/** Maximum number of type diagnostics per check. */
const MAX_DIAGNOSTICS = 50;
/** Neither diagnostics nor calls need the comments of declarations. */
const COMMENTS = ts.JSDocParsingMode.ParseForTypeErrors;

/** Checks scripts one after the other, and reads only what has changed since. */
export class TypeChecks {
  private readonly registry = ts.createDocumentRegistry(undefined, undefined, COMMENTS);
  private readonly services = new Map<string, ScriptService>();

  check(job: TypeJob): TypeFindings {
    const key = JSON.stringify([job.script, job.tsconfig, job.nodeTypes]);
    let service = this.services.get(key);
    if (service === undefined) {
      service = new ScriptService(this.registry);
      this.services.set(key, service);
    }
    return service.check(buildCompilation(job));
  }
}

/** One script with its imports, kept for the next check. */
class ScriptService {
  private compilation: Compilation | null = null;
  private readonly service: ts.LanguageService;

  constructor(registry: ts.DocumentRegistry) {
    this.service = ts.createLanguageService(this.host(), registry);
  }

  check(compilation: Compilation): TypeFindings {
    this.compilation = compilation;
    const program = this.service.getProgram();
    const [script = ''] = compilation.roots;
    const source = program?.getSourceFile(script);
    if (program === undefined || source === undefined)
      return {
        diagnostics: [{ message: `cannot be read`, file: script }],
        warnings: [],
        calls: [],
      };
    const own = program
      .getSourceFiles()
      .filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file));
    const diagnostics = [
      ...compilation.errors,
      ...program.getOptionsDiagnostics(),
      ...own.flatMap((file) => [
        ...program.getSyntacticDiagnostics(file),
        ...program.getSemanticDiagnostics(file),
      ]),
    ];
    const checker = program.getTypeChecker();
    const found = diagnostics.filter(({ category }) => category === ts.DiagnosticCategory.Error);
    return {
      diagnostics: found
        .filter((one) => one.code !== UNTYPED && !isOfUntyped(one, checker))
        .slice(0, MAX_DIAGNOSTICS)
        .map(toDiagnostic),
      warnings: [
        ...found.filter(({ code }) => code === UNTYPED).map(untypedWarning),
        ...own.flatMap((file) => floatingPromises(file, checker)),
      ].slice(0, MAX_DIAGNOSTICS),
      calls: readCalls(source),
    };
  }

  private host(): ts.LanguageServiceHost {
    const { sys } = ts;
    const readFileVersion = (name: string): string =>
      String(sys.getModifiedTime?.(name)?.getTime() ?? 'none');
    return {
      getCompilationSettings: () => this.compilation?.options ?? {},
      getScriptFileNames: () => this.compilation?.roots ?? [],
      getScriptVersion: readFileVersion,
      getScriptSnapshot: (name) => {
        const text = sys.readFile(name);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => sys.getCurrentDirectory(),
      jsDocParsingMode: COMMENTS,
      getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
      fileExists: (path) => sys.fileExists(path),
      readFile: (path, encoding) => sys.readFile(path, encoding),
      readDirectory: (...args) => sys.readDirectory(...args),
      directoryExists: (path) => sys.directoryExists(path),
      getDirectories: (path) => sys.getDirectories(path),
      realpath: (path) => sys.realpath?.(path) ?? path,
    };
  }
}

function untypedWarning(diagnostic: ts.Diagnostic): Diagnostic {
  const shown = toDiagnostic(diagnostic);
  return { ...shown, message: untypedMessage(diagnostic) ?? shown.message };
}

function toDiagnostic({ file, start, messageText, code }: ts.Diagnostic): Diagnostic {
  const message = `${ts.flattenDiagnosticMessageText(messageText, ' ').replaceAll(/\s+/g, ' ')} (TS${code})`;
  if (file === undefined) return { message };
  const { line, character } = file.getLineAndCharacterOfPosition(start ?? 0);
  return { message, file: file.fileName, line: line + 1, column: character + 1 };
}
