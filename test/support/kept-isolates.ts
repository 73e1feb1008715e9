import type { Json } from '../../src/base/kernel/json.js';
import type { RunHost, RunOutcome, RunSpec } from '../../src/sandbox/runtime/runtime.js';
import { runnerGuest } from '../../src/sandbox/runtime/typescript/typescript-guests.js';
import { spawnGuest } from '../../src/sandbox/runtime/sandbox/spawn-guest.js';
import { Runner } from '../../src/sandbox/runtime/typescript/runner.js';
import { RecordingHost } from './recording-host.js';
import { sandbox, TYPESCRIPT_GUEST } from './sandbox.js';

/** Attempts to run twice in one isolate. On a busy machine a script may return too late for its isolate to be kept. */
const ATTEMPTS = 10;

/** A runner process that reports whether a run reused the isolate of an earlier one. */
export class OneRunner {
  private constructor(private readonly runner: Runner) {}

  static async start(): Promise<OneRunner> {
    const command = sandbox.wrap(runnerGuest(process.execPath, TYPESCRIPT_GUEST));
    const runner = new Runner({ start: () => spawnGuest(command) });
    const problem = await runner.reset();
    if (problem !== null) throw new Error(`the runner does not start: ${problem}`);
    return new OneRunner(runner);
  }

  /** Runs a script, resets the runner, and returns whether the run reused an isolate. */
  async run(spec: RunSpec, host: RunHost = new RecordingHost()): Promise<[RunOutcome, boolean]> {
    const before = this.runner.isolates;
    const outcome = await this.runner.start(spec, host).outcome;
    const problem = await this.runner.reset();
    if (problem !== null) throw new Error(`the runner cannot be used again: ${problem}`);
    // Whenever a fresh isolate is used, the runner prepares another one.
    return [outcome, this.runner.isolates === before];
  }

  /** Runs twice in one isolate and returns the result of the second run, which reports to `host`. */
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

  /** Returns whether any of several consecutive runs reused an isolate. */
  async keeps(spec: RunSpec, host?: () => RunHost): Promise<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1)
      if ((await this.run(spec, host?.()))[1]) return true;
    return false;
  }

  close(): void {
    this.runner.kill();
  }
}
