import { Script } from 'node:vm';
import type { HostFrame } from '../../../src/sandbox/runtime/protocol.js';
import { call } from '../guest/calls.js';
import { Logger, ofRun } from '../guest/console.js';
import { Link, type Supervisor } from '../guest/link.js';
import { makeLeftBehind } from '../guest/left-behind.js';
import { fail, logLost, type Program, runProgram, sendFailure } from '../guest/program.js';
import { installRetryErrors } from '../guest/retry-errors.js';
import { makeThrown } from '../guest/thrown.js';
import { AbortController, onSeen } from '../guest/web/abort.js';
import { host } from '../guest/web/host.js';
import { Compute } from '../compute/index.js';
import { webAnswers } from '../web-answers.js';
import type { Channel } from './channel.js';
import { installConsole } from './console.js';
import { useNetwork } from './network.js';
import { emitEnd, hasBeforeExit, onProcessEnd } from './program-end.js';
import { Waits } from './timers.js';
import { UnderWay } from './under-way.js';

/** Name of the script in stacks, as the host knows it. */
const FILENAME = 'workflow.ts';
const SENT = 0;
const SENT_CANCELLED = 2;
const SENT_TOO_LARGE = 4;
const STUCK = 'run() never finished: its promise can no longer settle';
const UNHANDLED = 'Unhandled promise rejection';

type RunFrame = Extract<HostFrame, { type: 'run' }>;

/**
 * The only run of this process. Its script has the process to itself, so everything that it leaves behind ends with the
 * process, and changes to the guest's objects can only harm its own run.
 */
export class NodeRun implements Supervisor {
  /** Output is unlimited here, and Node does the computations itself. */
  readonly awaited = { applySyncPromise: () => '' };
  readonly ask = webAnswers(new Compute());
  private readonly link = new Link(this);
  private readonly stop = new AbortController();
  private readonly waits = new Waits();
  /** Timers that the script has not set. */
  private readonly ownTimers = new Set<NodeJS.Timeout>();
  private readonly underWay = new UnderWay(() => this.ownTimers.size);
  /** Number of calls whose answers come soon: the process waits for them. */
  private pending = 0;
  /** Calls in a long wait: their answers may take days. */
  private readonly longWaits = new Set<number>();
  /** The last frame, which waits until the script has no more work to do. */
  private last: { type: 'done' | 'failed'; json: string } | null = null;
  private settled = false;
  private cancelled = false;
  private readonly usedBefore = process.cpuUsage();

  constructor(private readonly channel: Channel) {}

  /** Starts the run. Never throws. */
  begin({ task, script, params, limits, network }: RunFrame): void {
    const { link, stop, waits } = this;
    const logger = new Logger(link, limits.max_log_bytes, import.meta.url);
    ofRun.log = logger;
    installConsole(logger);
    useNetwork(network);
    waits.install();
    this.underWay.follow();
    installRetryErrors(globalThis);
    onSeen(stop.signal, () => link.seen());
    link.onCancel = { abort: (reason) => stop.abort(reason), takeWaits: () => waits.take() };
    Object.assign(host, {
      ask: this.ask as typeof host.ask,
      call: async (method: string, args: object) => call(link, method, args),
      report: (thrown: unknown) => fail(link, thrown),
      setTimer: (callback: () => void, ms: number) => {
        const end = (): void => void this.ownTimers.delete(timer);
        const timer = setTimeout(() => {
          end();
          callback();
        }, ms);
        this.ownTimers.add(timer);
        return () => {
          end();
          clearTimeout(timer);
        };
      },
    });
    process.on('uncaughtException', (error) => fail(link, error));
    process.on('unhandledRejection', (reason) => this.onUnhandled(reason));
    process.on('beforeExit', () => this.onIdle());
    onProcessEnd((code) => this.onExit(code));
    this.channel.hold(false);
    try {
      const program: Program = new Script(script ?? '', { filename: FILENAME }).runInThisContext();
      void runProgram(program, { task, params, limits }, { link, logger, signal: stop.signal });
    } catch (thrown) {
      fail(link, thrown);
    }
  }

  reply(id: number, json: string): void {
    if (!this.longWaits.delete(id)) this.ended();
    this.link.reply(json);
  }

  waiting(id: number): void {
    this.longWaits.add(id);
    this.ended();
  }

  cancel(): void {
    this.cancelled = true;
    // A frame read here has reached the script's thread.
    this.write('{"type":"stopping"}');
    // Not within a call of the script, which learns of the cancel through that call.
    setImmediate(() => this.link.cancel());
  }

  send(type: string, json: string, maxBytes: number): number {
    if (this.settled) return SENT;
    if (Buffer.byteLength(json) > maxBytes) return SENT_TOO_LARGE;
    this.channel.poll();
    if (type === 'call') {
      this.pending += 1;
      this.channel.hold(true);
    }
    this.write(json);
    return this.cancelled ? SENT_CANCELLED : SENT;
  }

  setTimer(): void {}
  clearTimer(): void {}

  private ended(): void {
    this.pending -= 1;
    if (this.pending === 0 && !this.settled) this.channel.hold(false);
  }

  /** Handles an unhandled rejection. After a request to stop, it is unfinished work and does not end the run. */
  private onUnhandled(reason: unknown): void {
    const error = makeThrown().describeThrown(reason);
    if (this.cancelled || this.link.isFinal) return logLost(UNHANDLED, error);
    const { code, type, message, stack } = error;
    const text = `${UNHANDLED}: ${type === '' ? '' : `${type}: `}${message}`;
    sendFailure(this.link, { code, type: '', message: text, stack });
  }

  /** Suspends the run if it is only waiting for answers that may take days. */
  private onIdle(): void {
    if (this.last !== null || this.settled) return;
    if (this.longWaits.size > 0)
      this.sendLast(JSON.stringify({ type: 'suspend', on: [...this.longWaits] }));
    else sendFailure(this.link, { code: 'script_error', type: '', message: STUCK, stack: null });
  }

  private onExit(code: number): void {
    const isEarly = this.last === null;
    const when = isEarly ? 'before `run` returned' : 'as `run` returned';
    const message = `The script ended its process with exit code ${code}, ${when}.`;
    if (isEarly || code !== 0)
      sendFailure(this.link, { code: 'script_error', type: '', message, stack: null });
    this.finish();
  }

  end(type: 'done' | 'failed', json: string): void {
    if (this.settled) return;
    this.channel.poll();
    const isFirst = this.last === null;
    this.last = { type, json };
    if (isFirst) void this.leave();
  }

  /** Ends the run as Node ends a program, except for the work that it cuts off. */
  private async leave(): Promise<void> {
    await this.underWay.goOn();
    const { link } = this;
    const hasFailed = link.isFinal;
    const report = (thrown: unknown): void => fail(link, thrown);
    link.isFinal = true;
    if (!hasFailed && hasBeforeExit())
      await this.underWay.during(
        () => emitEnd('beforeExit', 0, report),
        () => this.pending,
      );
    emitEnd('exit', hasFailed ? 1 : 0, report);
    this.finish();
  }

  /** Sends the last frame, after the log has recorded the work that it cuts off. A cancel cuts off work on purpose. */
  private finish(): void {
    const { link, last } = this;
    if (last === null || this.settled) return;
    if (!this.cancelled) makeLeftBehind().nameLeftBehind(link, this.underWay.inWords(), last.type);
    this.sendLast(last.json);
  }

  /** Sends the last frame, after the usage. The process then stays until its host ends it. */
  private sendLast(json: string): void {
    this.settled = true;
    const { user, system } = process.cpuUsage(this.usedBefore);
    this.write(JSON.stringify({ type: 'usage', cpu_ms: (user + system) / 1000 }));
    this.write(json);
    this.channel.hold(true);
  }

  private write(json: string): void {
    this.channel.write(json);
  }
}
