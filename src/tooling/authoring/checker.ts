import type { ServerConfig } from '../../server/core/config.js';
import { perLanguage, SCRIPT_LANGUAGES, type ScriptLanguage } from '../../base/languages/index.js';
import { checkAgent } from './checks/check-agent.js';
import { checkDefinition } from './checks/check-definition.js';
import { type CheckDiagnostic, diagnosticsOf } from './checks/check-diagnostic.js';
import { checkParams } from './checks/check-params.js';
import { checkSchedules } from './checks/check-schedules.js';
import type { CheckedScript, LanguageChecker } from './checks/language-checker.js';
import { LANGUAGE_CHECKERS } from './checks/language-checkers.js';
import type { KnownNames } from './checks/script-calls.js';
import { type MetaTaskFolder, openMetaTask } from './meta-task-folder.js';

export interface CheckReport {
  /** True if there is no error; warnings do not count. */
  ok: boolean;
  /** In the order of their places. */
  diagnostics: CheckDiagnostic[];
}

export interface CheckOptions {
  /** The identifiers of the repository's meta-tasks, to find misspelt children by; null: not known. */
  identifiers?: readonly string[] | null;
  /** True if types are checked, which may take a second; by default they are. */
  types?: boolean;
}

/** Checks meta-tasks by the rules that a server has, and those that a server cannot know. Runs none of them. */
export class Checker {
  private readonly languages: Readonly<Record<ScriptLanguage, LanguageChecker>>;

  /** `config`: of this installation, whose limits apply. */
  constructor(private readonly config: ServerConfig) {
    this.languages = perLanguage((language) => new LANGUAGE_CHECKERS[language](config));
  }

  /** `path`: as for `openMetaTask`. What cannot be opened is reported as a diagnostic. */
  async check(path: string, options: CheckOptions = {}): Promise<CheckReport> {
    try {
      return await this.checkOpened(await openMetaTask(path), options);
    } catch (thrown) {
      return reportOf(diagnosticsOf(thrown));
    }
  }

  async checkOpened(
    metaTask: MetaTaskFolder,
    { identifiers = null, types = true }: CheckOptions = {},
  ): Promise<CheckReport> {
    const names = { phases: metaTask.definition.phases, identifiers };
    const [typeDiagnostics, script] = await Promise.all([
      types ? this.typeDiagnostics(metaTask, names) : [],
      this.checkScript(metaTask, names),
    ]);
    const params = await checkParams(metaTask, script.paramsSchema);
    return reportOf([
      ...checkDefinition(metaTask, this.config),
      ...checkSchedules(metaTask, this.config.minScheduleSeconds),
      ...script.diagnostics,
      ...typeDiagnostics,
      ...params,
    ]);
  }

  /** Returns what only types show, and the calls in the script; nothing in a language without a type checker. */
  async checkTypes(
    metaTask: MetaTaskFolder,
    identifiers: readonly string[] | null,
  ): Promise<CheckDiagnostic[]> {
    const names = { phases: metaTask.definition.phases, identifiers };
    return reportOf(await this.typeDiagnostics(metaTask, names)).diagnostics;
  }

  /** Begins what takes longest of checking scripts of these languages. */
  warm(languages: Iterable<ScriptLanguage>): void {
    for (const language of new Set(languages)) this.languages[language].warm();
  }

  async close(): Promise<void> {
    await Promise.all(SCRIPT_LANGUAGES.map((language) => this.languages[language].close()));
  }

  private async checkScript(metaTask: MetaTaskFolder, names: KnownNames): Promise<CheckedScript> {
    const { language } = metaTask;
    if (language === null)
      return { diagnostics: await checkAgent(metaTask, names.identifiers), paramsSchema: null };
    return this.languages[language].check(metaTask, names);
  }

  private async typeDiagnostics(
    metaTask: MetaTaskFolder,
    names: KnownNames,
  ): Promise<CheckDiagnostic[]> {
    const { language } = metaTask;
    return language === null ? [] : this.languages[language].checkTypes(metaTask, names);
  }
}

/** Leaves out duplicates: a compiler and a type checker report the same syntax errors. */
function reportOf(all: readonly CheckDiagnostic[]): CheckReport {
  const diagnostics = [
    ...new Map(
      all.map((diagnostic) => [
        [diagnostic.file, diagnostic.line, diagnostic.column, diagnostic.message].join(':'),
        diagnostic,
      ]),
    ).values(),
  ].toSorted(
    (one, other) =>
      (one.file ?? '').localeCompare(other.file ?? '') ||
      (one.line ?? 0) - (other.line ?? 0) ||
      (one.column ?? 0) - (other.column ?? 0),
  );
  return { ok: diagnostics.every(({ severity }) => severity !== 'error'), diagnostics };
}
