import { setTimeout as delay } from 'node:timers/promises';
import {
  alive,
  allEnd,
  listDescendants,
  readMark,
  type ProcessMark,
} from '../../support/processes.js';
import { Rest } from '../../support/rest.js';
import { type ServerProcess, startServerProcess } from '../../support/server-process.js';
import type { Attack } from './attack.js';
import { Attacker } from './attacker.js';
import { KINDS, type Kind, type Sample, type Waits, computeWaits } from './samples.js';
import type { Tally } from './tally.js';
import { Victim } from './victim-process.js';
import { warmUp } from './warm-up.js';

/** Pause between two polls of the server's child processes, in ms. */
const POLL_MS = 250;
/** Pause between two rounds of an attack, in ms. */
const BREATH_MS = 5;

/** Number of processes allowed to remain, since some idle TypeScript runners are kept per project. */
const GUESTS = 100;

export type WaitsByKind = Record<Kind, Waits>;

/** The outcome of one round: the attacks, the victim's waits and the violations. */
export interface Round {
  /** Outcomes of the attacks. */
  outcome: string;
  waits: WaitsByKind;
  /** Descriptions of all violations except those of time bounds. */
  violations: string[];
}

export interface Terms {
  /** Duration of an attack in seconds. */
  seconds: number;
  /** Time for which the victim is measured alone, in seconds. */
  quietSeconds: number;
  /** Time after which the victim's work counts as failed, in seconds. */
  deadlineSeconds: number;
  /** Factor by which this machine is slower than the one that the bounds are for. */
  pace: number;
  /** Maximum number of concurrent rounds of one attack, which caps that of the attack. */
  atOnce: number;
}

/** A server with the default settings, a victim on it, and the attackers of each round. */
export class Neighbourhood {
  private count = 0;

  private constructor(
    private readonly server: ServerProcess,
    private readonly victim: Victim,
    private readonly terms: Terms,
    private readonly mark: ProcessMark,
    private readonly rest: Rest,
    /** Kind of sandbox that runs the scripts. */
    readonly sandbox: string,
    /** Waits of the victim while it is alone. */
    readonly quiet: WaitsByKind,
  ) {}

  static async open(terms: Terms): Promise<Neighbourhood> {
    const server = await startServerProcess({
      // The default rate limit applies, as in production.
      METARUN_RATE_LIMIT: '',
      METARUN_NETWORK_RANGES: '127.0.0.1/32',
    });
    try {
      await warmUp(server);
      const victim = await Victim.start(server, terms.deadlineSeconds * 1000, terms.pace);
      const rest = await Rest.of(server.pid, () => GUESTS);
      victim.begin();
      await delay(terms.quietSeconds * 1000);
      const samples = await victim.end();
      const failed = samples.find((sample) => sample.failure !== null);
      if (failed) throw new Error(`the victim fails by itself: ${JSON.stringify(failed)}`);
      const { body } = await server.call<{ details: { sandbox: { kind: string } } }>(
        'GET',
        '/health/ready',
      );
      const { kind } = body.details.sandbox;
      const mark = readMark(server.pid);
      return new Neighbourhood(server, victim, terms, mark, rest, kind, waitsByKind(samples));
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** Starts all attacks at the same moment, each from a separate project. */
  async round(attacks: readonly Attack[]): Promise<Round> {
    const { seconds, atOnce } = this.terms;
    const attackers = await Promise.all(
      attacks.map(() => Attacker.create(this.server, `attacker-${(this.count += 1)}`, seconds)),
    );
    const pairs = attacks.map((attack, index) => ({ attack, by: attackers[index] }));
    const violations: string[] = [];
    await Promise.all(
      pairs.map(async ({ attack, by }) => {
        if (by) await attack.begin?.(by).catch((error: unknown) => violations.push(String(error)));
      }),
    );
    const seen = new Map<string, ProcessMark>();
    this.victim.begin();
    const waged = pairs.flatMap(({ attack, by }) => (by ? [wage(attack, by, atOnce)] : []));
    for (const until = Date.now() + seconds * 1000; Date.now() < until; await delay(POLL_MS))
      for (const mark of listDescendants(this.server.pid))
        seen.set(`${mark.pid} ${mark.started}`, mark);
    for (const by of attackers) by.end();
    const samples = await this.victim.end();
    await Promise.all(waged);
    violations.push(...victimFailures(samples));
    for (const [index, { tally }] of attackers.entries())
      violations.push(...tallyViolations(attacks[index]?.name ?? '', tally));
    violations.push(...(await this.checkRecovery(attackers, [...seen.values()])));
    return {
      outcome: attackers.map(({ tally }) => tally.toString()).join('; '),
      waits: waitsByKind(samples),
      violations,
    };
  }

  /** False if an earlier round would disturb a later one. */
  usable = true;

  async close(): Promise<void> {
    this.victim.stop();
    // The server may be unable to stop properly, but all its processes must end.
    const below = listDescendants(this.server.pid);
    if (!this.usable) await this.server.end('SIGKILL');
    await this.server.stop();
    await allEnd(below);
  }

  /** Returns the defects of the server and its processes after the attackers have left. */
  private async checkRecovery(
    attackers: readonly Attacker[],
    seen: readonly ProcessMark[],
  ): Promise<string[]> {
    const dead = alive([this.mark]).length === 0;
    if (dead) {
      this.usable = false;
      const last = this.server.output.stderr.trimEnd().split('\n').slice(-3).join(' | ');
      return [`the server's process has ended: ${last}`];
    }
    await Promise.all(attackers.map((by) => by.account()));
    const cleared = await Promise.all(attackers.map((by) => by.clear()));
    if (!cleared.every(Boolean)) {
      // Too many tasks remain, so the next round gets a new server, and they end with this one.
      this.usable = false;
      return [];
    }
    const left = await this.rest.again(seen);
    if (left === null) return [];
    this.usable = false;
    return [left];
  }
}

/** Repeats the rounds of an attack until it is over. */
async function wage({ during, atOnce = 1 }: Attack, by: Attacker, most: number): Promise<void> {
  const goOn = async (): Promise<void> => {
    while (by.going) {
      await during(by).catch((error: unknown) => {
        by.tally.add(by.going ? `failed ${describeError(error)}` : 'unanswered');
      });
      await by.pause(BREATH_MS);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, most) }, goOn));
}

function describeError(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = cause as { code?: string; message?: string };
  return code ?? message ?? String(error);
}

function victimFailures(samples: readonly Sample[]): string[] {
  const failed = samples.filter(({ failure }) => failure !== null);
  return KINDS.flatMap((kind) => {
    const of = failed.filter((sample) => sample.kind === kind);
    const all = samples.filter((sample) => sample.kind === kind).length;
    return of.length === 0
      ? []
      : [`${of.length} of ${all} of the victim's ${kind} failed: ${of[0]?.failure}`];
  });
}

function tallyViolations(name: string, tally: Tally): string[] {
  const broken = tally.broken.map((what) => `${name}: ${what}`);
  return tally.size === 0 ? [`${name}: nothing was tried`] : broken;
}

function waitsByKind(samples: readonly Sample[]): WaitsByKind {
  const entries = KINDS.map((kind) => [kind, computeWaits(samples, kind)] as const);
  return Object.fromEntries(entries) as WaitsByKind;
}
