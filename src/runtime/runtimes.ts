import type { ScriptLanguage, ScriptRuntime } from './runtime.js';

/** The runtimes of this installation, by language. */
export class Runtimes {
  private readonly byLanguage: ReadonlyMap<ScriptLanguage, ScriptRuntime>;

  constructor(runtimes: readonly ScriptRuntime[]) {
    this.byLanguage = new Map(runtimes.map((runtime) => [runtime.language, runtime]));
  }

  get(language: ScriptLanguage): ScriptRuntime {
    const runtime = this.byLanguage.get(language);
    if (!runtime) throw new Error(`no runtime for ${language}`);
    return runtime;
  }

  async warm(): Promise<void> {
    await Promise.all([...this.byLanguage.values()].map((runtime) => runtime.warm()));
  }

  async close(): Promise<void> {
    await Promise.all([...this.byLanguage.values()].map((runtime) => runtime.close()));
  }
}
