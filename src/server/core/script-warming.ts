import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Config } from '../../base/config/settings.js';
import { whenLong } from '../../base/kernel/long-wait.js';
import { LANGUAGES, SCRIPT_LANGUAGES } from '../../base/languages/index.js';
import { CONFIG, LOGGER } from '../../base/tokens.js';
import { RunnableVersions } from '../../tasks/meta-tasks/runnable-versions.service.js';
import { Runtimes } from '../../sandbox/runtime/runtimes.js';
import { Sandbox } from '../../sandbox/runtime/sandbox/sandbox.js';

/** The longest wait of a start for the processes of scripts (ms). */
const WARMING_MS = 10_000;

/** Starts the processes of scripts while the server starts. */
@Injectable()
export class ScriptWarming implements OnApplicationShutdown {
  private readonly closing = new AbortController();
  private warming = Promise.resolve();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly runtimes: Runtimes,
    private readonly sandbox: Sandbox,
    private readonly versions: RunnableVersions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Begins, where this process runs scripts. */
  begin(): void {
    if (!this.config.roles.includes('worker')) return;
    this.warming = this.warm();
    this.warming.catch(() => undefined);
  }

  /** Resolves once requests need not wait any longer. Rejects where scripts could not be run here. */
  async ready(): Promise<void> {
    const { warming } = this;
    whenLong(warming, () => this.logger.info('waiting for the processes of scripts'));
    if (!this.sandbox.contained) await warming;
    const patience = new AbortController();
    await Promise.race([
      warming,
      delay(WARMING_MS, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
  }

  /** Ends the processes that start, which is no failure. */
  onApplicationShutdown(): void {
    this.closing.abort();
  }

  /**
   * Starts the runtimes of the languages of the stored scripts; resolves once each has started or failed to. Without a sandbox, which
   * is tried with a guest of each language, those of all: it may be a language that does not work which keeps this machine from
   * having a sandbox, so that the start is refused. Those that have not worked so far go on trying beside, for which no one waits.
   */
  private async warm(): Promise<void> {
    const { runtimes, sandbox } = this;
    const known = runtimes.problems();
    this.report(known);
    const failed = new Set(known.map(({ language }) => language));
    const used = sandbox.contained ? await this.versions.languages() : SCRIPT_LANGUAGES;
    const again = runtimes.warm([...failed]);
    await runtimes.warm(used.filter((language) => !failed.has(language)));
    if (!sandbox.contained) await again;
    if (this.closing.signal.aborted) return;
    const problems = runtimes.problems();
    const [first] = problems;
    if (first !== undefined && !sandbox.contained) throw new Error(first.problem);
    this.report(problems.filter(({ language }) => !failed.has(language)));
  }

  private report(problems: ReturnType<Runtimes['problems']>): void {
    for (const { language, problem } of problems)
      this.logger.error(
        `failed to start the processes of ${LANGUAGES[language].title}: ${problem}; tasks of that language wait, and it is tried again`,
      );
  }
}
