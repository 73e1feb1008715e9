import type { Json } from '../../src/base/kernel/json.js';
import type { RunHost, RunOutcome, RunSpec } from '../../src/sandbox/runtime/runtime.js';
import { runnerGuest } from '../../src/sandbox/runtime/typescript/guests.js';
import { spawnGuest } from '../../src/sandbox/runtime/sandbox/spawn-guest.js';
import { Runner } from '../../src/sandbox/runtime/typescript/runner.js';
import { RecordingHost } from './recording-host.js';
import { sandbox, TYPESCRIPT_GUEST } from './sandbox.js';

/** Attempts to have two runs in one isolate: on a busy machine a script may return too late for its isolate to be kept. */
const ATTEMPTS = 10;

/** One runner process, which says whether a run had the isolate of an earlier one. */
export class OneRunner {
  private constructor(private readonly runner: Runner) {}

  static async start(): Promise<OneRunner> {
    const command = sandbox.wrap(runnerGuest(process.execPath, TYPESCRIPT_GUEST));
    const runner = new Runner({ start: () => spawnGuest(command) });
    const problem = await runner.reset();
    if (problem !== null) throw new Error(`the runner does not start: ${problem}`);
    return new OneRunner(runner);
  }

  /** Runs, clears up, and returns whether an isolate of an earlier run was there for it. */
  async run(spec: RunSpec, host: RunHost = new RecordingHost()): Promise<[RunOutcome, boolean]> {
    const before = this.runner.isolates;
    const outcome = await this.runner.start(spec, host).outcome;
    const problem = await this.runner.reset();
    if (problem !== null) throw new Error(`the runner cannot be used again: ${problem}`);
    // One that has no run before it is made ahead, in place of each that was taken.
    return [outcome, this.runner.isolates === before];
  }

  /** Runs twice in one isolate, and returns the result of the second run, which reports to `host`. */
  async second(first: RunSpec, second: RunSpec, host: RecordingHost): Promise<Json> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const [planted] = await this.run(first);
      if (planted.kind !== 'success') throw new Error(`the first run: ${JSON.stringify(planted)}`);
      host.events.length = 0;
      const [outcome, kept] = await this.run(second, host);
      if (outcome.kind !== 'success') throw new Error(`the second: ${JSON.stringify(outcome)}`);
      if (kept) return outcome.result;
    }
    throw new Error('no isolate was kept');
  }

  /** Returns whether any of some runs in a row had the isolate of an earlier one. */
  async keeps(spec: RunSpec, host?: () => RunHost): Promise<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1)
      if ((await this.run(spec, host?.()))[1]) return true;
    return false;
  }

  close(): void {
    this.runner.kill();
  }
}
