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

/** Maximum time that a start waits for the processes of scripts, in ms. */
const WARMING_MS = 10_000;

/** Starts the processes of scripts during the start of the server. */
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

  /** Begins to start the runtimes if this process runs scripts. */
  begin(): void {
    if (!this.config.roles.includes('worker')) return;
    this.warming = this.warm();
    this.warming.catch(() => undefined);
  }

  /** Resolves once requests need not wait for the runtimes any longer. Rejects if this machine cannot run scripts. */
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

  /** Ends runtimes that are starting, without reporting a failure. */
  onApplicationShutdown(): void {
    this.closing.abort();
  }

  /**
   * Starts the runtimes of all languages in use and resolves once each has started or failed. Without a sandbox, it
   * starts those of all languages, since the sandbox is probed with a guest of each: a language that does not work may
   * be the reason why there is no sandbox, and then the start is refused. With a sandbox, runtimes that failed before
   * are retried in the background.
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
        `failed to start the processes of ${LANGUAGES[language].title}, whose tasks wait: ${problem}; retrying`,
      );
  }
}
