import { sized } from '../../support/size.js';
import type { HostileCase, Target } from './hostile-case.js';
import { Lane } from './lane.js';
import { unjudged, type Verdict } from './verdict.js';

/** Number of servers that are attacked at the same time. Each of them uses as many resources as some cases do. */
const LANES = sized(3, 1);
/**
 * Number of cases that a server is attacked with, one after the other, before their effects on others are checked.
 * `npm run test:all -- prove` tries each case separately. `maxConcurrency` of jest.config.mjs must allow this number
 * for all lanes.
 */
const TOGETHER = process.env['ATTACKS_ALONE'] === undefined ? 6 : 1;

/** The verdict on a case, and how it was reached. */
export interface Finding extends Verdict {
  sandbox: string;
  /** True if the case was repeated separately. */
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

  /**
   * Tries a case. A case with violations is repeated separately, as other cases or a busy machine may have caused them.
   */
  find(hostile: HostileCase): Promise<Finding> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ hostile, resolve, reject });
      // Cases that start at the same time are queued first.
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

  /** Resolves cases; returns the server for the next ones. */
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

  /** Replaces a server, so that the last case cannot affect the next one. */
  private async instead(lane: Lane): Promise<Lane> {
    await lane.close().catch(() => undefined);
    return Lane.open(this.target, this.sandbox);
  }
}

function failed(batch: readonly Waiting[]): (error: unknown) => Verdict[] {
  return (error) => batch.map(() => unjudged(error));
}
