import { perLanguage, SCRIPT_LANGUAGES, type ScriptLanguage } from '../../base/languages/index.js';
import type { RuntimeOptions } from './runtime-maker.js';
import { RUNTIME_MAKERS } from './runtime-makers.js';
import type { ScriptRuntime } from './runtime.js';

/** The runtimes of this installation, by language. */
export class Runtimes {
  constructor(private readonly byLanguage: Readonly<Record<ScriptLanguage, ScriptRuntime>>) {}

  /** Makes one of each language; they start nothing yet. `around` wraps each of them. */
  static make(
    options: RuntimeOptions,
    around: (runtime: ScriptRuntime) => ScriptRuntime = (runtime) => runtime,
  ): Runtimes {
    return new Runtimes(perLanguage((language) => around(RUNTIME_MAKERS[language].make(options))));
  }

  get(language: ScriptLanguage): ScriptRuntime {
    return this.byLanguage[language];
  }

  /** Starts those of some languages; resolves once each is ready or has failed to start, which {@link problems} say. */
  async warm(languages: readonly ScriptLanguage[]): Promise<void> {
    await Promise.allSettled(languages.map((language) => this.byLanguage[language].warm()));
  }

  /** Why the processes of a language do not start now, for each of which they do not. */
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
