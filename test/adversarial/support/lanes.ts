import { sized } from '../../support/size.js';
import type { HostileCase, Target } from './hostile-case.js';
import { Lane } from './lane.js';
import { unjudged, type Verdict } from './verdict.js';

/** Servers that are attacked at the same time. Each takes as much of the machine as some cases do. */
const LANES = sized(3, 1);
/**
 * Cases that a server is attacked with, one after the other, before it is looked at what they did to others. `npm run test:all -- prove`
 * tries each by itself. All lanes have so many at the same time: `maxConcurrency` of jest.config.mjs.
 */
const TOGETHER = process.env['ATTACKS_ALONE'] === undefined ? 6 : 1;

/** The verdict on a case, and how it came about. */
export interface Finding extends Verdict {
  sandbox: string;
  /** True where it was tried once more by itself. */
  again: boolean;
}

interface Waiting {
  hostile: HostileCase;
  resolve(finding: Finding): void;
  reject(error: unknown): void;
}

/** Servers that are attacked, and the cases that wait for one. */
export class Lanes {
  private readonly free: Lane[] = [];
  private readonly waiting: Waiting[] = [];

  constructor(
    private readonly target: Target,
    private readonly sandbox: string,
  ) {}

  async open(): Promise<void> {
    const opened = Array.from({ length: LANES }, () => Lane.open(this.target, this.sandbox));
    this.free.push(...(await Promise.all(opened)));
  }

  async close(): Promise<void> {
    await Promise.all(this.free.map((lane) => lane.close()));
  }

  /** Tries a case. What does not hold among others, or on a machine that they keep busy, is tried once more by itself. */
  find(hostile: HostileCase): Promise<Finding> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ hostile, resolve, reject });
      // The cases that begin at the same time are there first.
      setImmediate(() => void this.work());
    });
  }

  private async work(): Promise<void> {
    let lane: Lane | undefined;
    while (this.waiting.length > 0 && (lane ??= this.free.pop()) !== undefined) {
      const batch = this.waiting.splice(0, TOGETHER);
      try {
        lane = await this.judged(lane, batch);
      } catch (error) {
        for (const one of [...batch, ...this.waiting.splice(0)]) one.reject(error);
        return;
      }
    }
    if (lane !== undefined) this.free.push(lane);
  }

  /** Resolves cases; returns the server that the next ones may have. */
  private async judged(used: Lane, batch: readonly Waiting[]): Promise<Lane> {
    let lane = used;
    const { sandbox } = lane;
    const verdicts = await lane.attack(batch.map(({ hostile }) => hostile)).catch(failed(batch));
    const doubtful: Waiting[] = [];
    for (const [index, one] of batch.entries()) {
      const verdict = verdicts[index];
      if (verdict?.violations.length === 0) one.resolve({ ...verdict, sandbox, again: false });
      else doubtful.push(one);
    }
    if (doubtful.length > 0) lane = await this.instead(lane);
    for (const one of doubtful) {
      const [verdict] = await lane.attack([one.hostile]).catch(failed([one]));
      if (verdict === undefined) throw new Error(`there is no verdict on "${one.hostile.name}"`);
      if (verdict.violations.length > 0) lane = await this.instead(lane);
      one.resolve({ ...verdict, sandbox, again: true });
    }
    return lane;
  }

  /** Returns another server, so that the next case is not affected by the last one. */
  private async instead(lane: Lane): Promise<Lane> {
    await lane.close().catch(() => undefined);
    return Lane.open(this.target, this.sandbox);
  }
}

function failed(batch: readonly Waiting[]): (error: unknown) => Verdict[] {
  return (error) => batch.map(() => unjudged(error));
}
