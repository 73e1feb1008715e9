import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER } from '../../../base/tokens.js';
import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import type { BackgroundWork } from '../../../base/kernel/background-work.js';
import type { Config } from '../../../base/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { type OldSnapshot, oldestSnapshot } from '../../../platform/database/oldest-snapshot.js';
import { LANGUAGES } from '../../../base/languages/index.js';
import { Runtimes } from '../../../sandbox/runtime/runtimes.js';
import { Sandbox } from '../../../sandbox/runtime/sandbox/sandbox.js';
import { SecretKey } from '../../../access/secrets/secret-key.js';
import { PausableWork } from '../pausable-work.js';
import { checkSecrets, secretsAdvice } from '../secrets-check.js';
import type { InstallationState, Warning } from './installation-state.js';
import { Servers } from './servers.js';

/** Share of free disk space below which there is a warning. */
const LITTLE_DISK = 0.05;
/** Age of a transaction above which there is a warning, in seconds. */
const OLD_SNAPSHOT_SECONDS = 60;
/** Interval of the server's own checks, which establish when a problem began, in ms. */
const LOOK_MS = 60_000;

/** A detected problem. `at`: its start, if known; otherwise the time when the server noticed it. */
interface Found {
  key: string;
  text: string;
  at?: number;
}

/** Finds the conditions that an administrator should look at, and when they began. */
@Injectable()
export class Warnings implements BackgroundWork {
  /** Time when each problem was noticed, in ms since the epoch. Solved ones are removed. */
  private noticed = new Map<string, number>();
  private readonly loop = new BackgroundLoop({
    work: async () => void (await this.all()),
    pollMs: LOOK_MS,
    onError: (error) => this.logger.warn({ err: error }, 'failed to look for warnings'),
  });

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'dataDir'>,
    private readonly database: Database,
    @Inject(Sandbox) private readonly sandbox: Pick<Sandbox, 'report'>,
    @Inject(Runtimes) private readonly runtimes: Pick<Runtimes, 'problems'>,
    private readonly work: PausableWork,
    private readonly key: SecretKey,
    private readonly servers: Servers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Returns all warnings, newest last. */
  async all(): Promise<Warning[]> {
    const found = [
      ...this.ofPause(),
      ...ofDisk(await this.disk()),
      ...(await this.ofSecrets()),
      ...this.ofSandbox(),
      ...this.ofRuntimes(),
      ...(await this.ofServers()),
      ...(await this.ofTransactions()),
    ];
    const now = Date.now();
    const before = this.noticed;
    this.noticed = new Map(found.map(({ key, at }) => [key, at ?? before.get(key) ?? now]));
    return found
      .map(({ key, text }) => ({ at: this.noticed.get(key) ?? now, text }))
      .toSorted((a, b) => a.at - b.at);
  }

  /** Returns the space on the disk of the data folder; null if it cannot be read. */
  async disk(): Promise<InstallationState['disk']> {
    try {
      const { bavail, blocks, bsize } = await statfs(this.config.dataDir);
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
    } catch {
      return null;
    }
  }

  private ofPause(): Found[] {
    const { state } = this.work;
    if (state === null) return [];
    const at = Date.parse(state.since);
    const text = 'The installation is paused: `metarun resume` ends it.';
    return [{ key: 'paused', text, ...(!Number.isNaN(at) && { at }) }];
  }

  private async ofSecrets(): Promise<Found[]> {
    const secrets = await checkSecrets(this.database, await this.key.find());
    if (secrets.unreadable === 0) return [];
    return [{ key: 'secrets', text: secretsAdvice(secrets, this.key.place) }];
  }

  /** Returns the advice about the sandbox, which is unchanged since the start of the server. */
  private ofSandbox(): Found[] {
    const { advice } = this.sandbox.report;
    return advice === null
      ? []
      : [{ key: 'sandbox', text: advice, at: this.servers.own.facts.started_at }];
  }

  private ofRuntimes(): Found[] {
    return this.runtimes.problems().map(({ language, problem }) => ({
      key: `runtime ${language}`,
      text: `Processes of ${LANGUAGES[language].title} do not start, so that its tasks wait: ${problem}`,
    }));
  }

  private async ofTransactions(): Promise<Found[]> {
    const found = oldTransaction(await oldestSnapshot(this.database), Date.now());
    for (const { key, text } of found) if (!this.noticed.has(key)) this.logger.warn(text);
    return found;
  }

  private async ofServers(): Promise<Found[]> {
    const servers = await this.servers.all();
    return servers
      .filter(({ alive }) => !alive)
      .map(({ id, host, seenAt }) => ({
        key: `server ${id}`,
        text: `Nothing is heard of the server ${id} on "${host}": other servers take its tasks over. See whether it runs.`,
        at: seenAt,
      }));
  }
}

function ofDisk(disk: InstallationState['disk']): Found[] {
  if (disk === null)
    return [{ key: 'no disk', text: 'The disk of the data folder cannot be read.' }];
  return disk.freeBytes < LITTLE_DISK * disk.totalBytes
    ? [{ key: 'disk', text: 'The disk of the data folder is nearly full.' }]
    : [];
}

/** Returns a warning about a transaction that has been open for too long at `now`, in ms since the epoch. */
export function oldTransaction(oldest: OldSnapshot | null, now: number): Found[] {
  if (oldest === null || oldest.seconds < OLD_SNAPSHOT_SECONDS) return [];
  const { pid, program, state, seconds } = oldest;
  const text =
    `A transaction of the process ${pid} of PostgreSQL ("${program}", ${state}) is open for long: the longer it is, the slower ` +
    `tasks start. Let its program end it, or end it by SELECT pg_terminate_backend(${pid}).`;
  return [{ key: `transaction ${pid}`, text, at: now - Math.round(seconds * 1000) }];
}
