import type { ServerConfig } from '../../server/core/config.js';
import { perLanguage, SCRIPT_LANGUAGES, type ScriptLanguage } from '../../base/languages/index.js';
import { checkAgent } from './checks/check-agent.js';
import { checkDefinition } from './checks/check-definition.js';
import { type CheckDiagnostic, toDiagnostics } from './checks/check-diagnostic.js';
import { checkParams } from './checks/check-params.js';
import { checkSchedules } from './checks/check-schedules.js';
import type { CheckedScript, LanguageChecker } from './checks/language-checker.js';
import { LANGUAGE_CHECKERS } from './checks/language-checkers.js';
import type { KnownNames } from './checks/script-calls.js';
import { type MetaTaskFolder, openMetaTask } from './meta-task-folder.js';

export interface CheckReport {
  /** True without errors; warnings do not count. */
  ok: boolean;
  /** Sorted by place. */
  diagnostics: CheckDiagnostic[];
}

export interface CheckOptions {
  /** Identifiers of the repository's meta-tasks, by which misspelt children are found; null: unknown. */
  identifiers?: readonly string[] | null;
  /** True if types are checked, which may take a second. Default: true. */
  types?: boolean;
}

/** Checks meta-tasks by the server's rules, and by rules that a server cannot check. Runs no script. */
export class Checker {
  private readonly languages: Readonly<Record<ScriptLanguage, LanguageChecker>>;

  /** `config`: configuration of this installation, whose limits apply. */
  constructor(private readonly config: ServerConfig) {
    this.languages = perLanguage((language) => new LANGUAGE_CHECKERS[language](config));
  }

  /** `path` as for `openMetaTask`. A meta-task that cannot be opened is reported as a diagnostic. */
  async check(path: string, options: CheckOptions = {}): Promise<CheckReport> {
    try {
      return await this.checkOpened(await openMetaTask(path), options);
    } catch (thrown) {
      return buildReport(toDiagnostics(thrown));
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
    return buildReport([
      ...checkDefinition(metaTask, this.config),
      ...checkSchedules(metaTask, this.config.minScheduleSeconds),
      ...script.diagnostics,
      ...typeDiagnostics,
      ...params,
    ]);
  }

  /**
   * Returns the diagnostics that need types, and those of the script's calls; none in a language without a type
   * checker.
   */
  async checkTypes(
    metaTask: MetaTaskFolder,
    identifiers: readonly string[] | null,
  ): Promise<CheckDiagnostic[]> {
    const names = { phases: metaTask.definition.phases, identifiers };
    return buildReport(await this.typeDiagnostics(metaTask, names)).diagnostics;
  }

  /** Starts the slowest part of checking scripts of these languages. */
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

/** Removes duplicates: a compiler and a type checker report the same syntax errors. */
function buildReport(all: readonly CheckDiagnostic[]): CheckReport {
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
