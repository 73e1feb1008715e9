import { perLanguage, SCRIPT_LANGUAGES, type ScriptLanguage } from '../../base/languages/index.js';
import type { RuntimeOptions } from './runtime-maker.js';
import { RUNTIME_MAKERS } from './runtime-makers.js';
import type { ScriptRuntime } from './runtime.js';

/** The runtimes of this installation, by language. */
export class Runtimes {
  constructor(private readonly byLanguage: Readonly<Record<ScriptLanguage, ScriptRuntime>>) {}

  /** Creates the runtime of each language without starting anything. `around` wraps each of them. */
  static make(
    options: RuntimeOptions,
    around: (runtime: ScriptRuntime) => ScriptRuntime = (runtime) => runtime,
  ): Runtimes {
    return new Runtimes(perLanguage((language) => around(RUNTIME_MAKERS[language].make(options))));
  }

  get(language: ScriptLanguage): ScriptRuntime {
    return this.byLanguage[language];
  }

  /**
   * Starts the runtimes of some languages. Resolves once each is ready or has failed to start, as {@link problems}
   * reports.
   */
  async warm(languages: readonly ScriptLanguage[]): Promise<void> {
    await Promise.allSettled(languages.map((language) => this.byLanguage[language].warm()));
  }

  /** Returns the languages whose processes do not start now, each with the reason. */
  problems(): { language: ScriptLanguage; problem: string }[] {
    return SCRIPT_LANGUAGES.flatMap((language) => {
      const { problem } = this.byLanguage[language];
      return problem === null ? [] : [{ language, problem }];
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.all().map((runtime) => runtime.close()));
  }

  private all(): ScriptRuntime[] {
    return SCRIPT_LANGUAGES.map((language) => this.byLanguage[language]);
  }
}
