import type { Json } from '../../base/kernel/json.js';

/**
 * The messages between the host (this server) and a guest (the process that runs a script): one JSON document a line, UTF-8,
 * on a separate duplex pipe, never on stdout. All languages use the same messages. "type" is the first field of a guest's
 * frame, without spaces: from it the host knows how long the frame may be.
 *
 * Strict JSON both ways: no NaN, no Infinity, no lone surrogates, no NUL in any string. A guest refuses to send anything else
 * (and fails the run with `invalid_result` or raises in the script). The host ends a run whose guest sends it anyway.
 */

/** The engines of TypeScript: an isolate, which has the web platform, or a process of Node in the sandbox. */
export const SCRIPT_ENGINES = ['isolate', 'node'] as const;
export type ScriptEngine = (typeof SCRIPT_ENGINES)[number];

/** The target that a script is compiled for: an engine, or a container image, which brings interpreter and packages. */
export type CompileTarget = ScriptEngine | 'image';

/** Longest frame in bytes, without its newline. */
export const MAX_FRAME_BYTES = 16 * 1024 * 1024;

/**
 * Bytes that a log line counts beyond its own against {@link RunLimits.max_log_bytes}: about the cost of a stored row, so
 * that millions of empty lines cannot become millions of rows. The guests count the same.
 */
export const LOG_LINE_OVERHEAD = 100;

/** The script's `reporter.task`. */
export interface TaskInfo {
  id: string;
  name: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** The project's id. */
  project: string;
  /** The meta-task's identifier and version. */
  task_type: string;
  version: number;
}

export interface RunLimits {
  /** Wall clock for the whole run, in ms. */
  timeout_ms: number;
  /** Memory of the whole process tree of the run beyond what an idle guest needs, in bytes. */
  memory_bytes: number;
  /** CPU time of the whole process tree of the run, in ms; 0 means no limit. */
  cpu_ms: number;
  /** Size of the JSON of the result, in bytes. */
  max_result_bytes: number;
  /**
   * Limit on the stored log text of one run, in bytes; every line counts {@link LOG_LINE_OVERHEAD} more. The guest and the host
   * both stop after it.
   */
  max_log_bytes: number;
}

export type LogLevel = 'debug' | 'info' | 'warning' | 'error';
export const LOG_LEVELS: readonly LogLevel[] = ['debug', 'info', 'warning', 'error'];

/** The access of a run to the network: see {@link TunnelHello}. */
export interface NetworkAccess {
  /** Path of the host's Unix socket, as the guest sees it. */
  socket: string;
  /** Identifies the calling run; void once the run has ended. */
  token: string;
}

/**
 * First line on a connection to {@link NetworkAccess.socket}, at most {@link MAX_TUNNEL_HELLO_BYTES}. The guest sends no more
 * until it is answered: either by the three bytes `ok\n`, after which bytes pass both ways, or by a {@link TunnelRefusal} in
 * one line and the end.
 */
export interface TunnelHello {
  token: string;
  host: string;
  port: number;
}

export const MAX_TUNNEL_HELLO_BYTES = 4096;

/** Why a connection was not made. `message` is for the script's author. */
export interface TunnelRefusal {
  reason: ConnectErrorReason;
  message: string;
}

/** `denied` by the policy; no such `name`; `refused` by the other side; else as named. */
export type ConnectErrorReason =
  'denied' | 'name' | 'refused' | 'timed_out' | 'unreachable' | 'too_many' | 'ended';

export type HostFrame =
  | {
      type: 'run';
      task: TaskInfo;
      /** Null where the guest has said that it keeps the one with this `script_hash`. */
      script: string | null;
      /** Identifies a large script, which a guest of several runs may keep. */
      script_hash?: string;
      params: Json;
      limits: RunLimits;
      network: NetworkAccess | null;
      /**
       * True if the run shares nothing with an earlier one that it need not share. A guest that serves several runs may otherwise
       * go on with what it has compiled for the same version.
       */
      fresh: boolean;
    }
  | { type: 'reply'; id: number; result: Json }
  | { type: 'reply'; id: number; error: CallError }
  /**
   * The answer to call `id` may take days. The reply comes as any other if the run is still there. A guest that does nothing
   * but wait for such answers sends `suspend`.
   */
  | { type: 'waiting'; id: number }
  /**
   * Asks the script to stop: it has `grace_ms` to run its `finally` blocks, then it is killed. A guest sends `stopping` once
   * the stop has reached its script; a guest that does not send it soon is killed at once.
   */
  | { type: 'cancel'; reason: CancelReason; grace_ms: number };

export type CancelReason = 'cancelled' | 'timeout' | 'shutdown' | 'lease_lost';

/** The error of a failed call into the host; the script gets it as an exception with `code` and `message`. */
export interface CallError {
  code: string;
  message: string;
}

export type GuestFrame =
  | { type: 'phase'; text: string }
  /** 0..100; the host rounds down, never lets it decrease, and shows at most 99 until the run has succeeded. */
  | { type: 'progress'; value: number }
  /** One line, without its newline. */
  | { type: 'log'; level: LogLevel; text: string }
  /**
   * A piece of what the script writes to standard output (`info`) or standard error (`warning`), which need not end with a line.
   * `cut`: characters that the guest has left out before it, since the line is too long. With `full` the guest has passed its
   * limit, and sends no more.
   */
  | { type: 'output'; level: LogLevel; text: string; cut?: number; full?: true }
  /**
   * `id` counts up from 1 within a run. `at`: where the script makes the call, `file:line` or `file:line:column`, of the code that
   * is run. The guests say it of calls that begin a durable step.
   */
  | { type: 'call'; id: number; method: string; args: Json; at?: string }
  /**
   * CPU time of the run so far in ms, from a guest that serves several runs and measures more finely than its host can. May
   * come before `done` or `failed`. The host uses it only as far as it agrees with its own measurement.
   */
  | { type: 'usage'; cpu_ms: number }
  /** The answer to `cancel`: the stop has reached the script, or the guest makes sure that it will. */
  | { type: 'stopping' }
  | { type: 'done'; result: Json }
  | { type: 'failed'; error: GuestError }
  /**
   * The run does nothing but wait for the answers to the calls `on`, at least one, all of which the host has reported as
   * `waiting`. It is the last frame: the script runs again when one of the answers is there.
   */
  | { type: 'suspend'; on: number[] };

/**
 * The failure of a run, as the guest reports it. `code` is one of: `script_error` (the script threw), `invalid_result` (its
 * result is not JSON or too large), `out_of_memory`, `cancelled` (it stopped because it was asked to), `sandbox_error` (the
 * guest itself failed). `stack` has frames of the author's own script only.
 */
export interface GuestError {
  code: 'script_error' | 'invalid_result' | 'out_of_memory' | 'cancelled' | 'sandbox_error';
  /** Name of the exception's class, e.g. `ValueError`. */
  type: string;
  message: string;
  stack: string | null;
  /** Absent where the exception says nothing of a further try. */
  retry?: RetryAdvice;
}

/** The advice of an exception on a further try. */
export interface RetryAdvice {
  /** `NonRetryable`: none is to follow. */
  final?: true;
  /** `RetryAfter`: not before these seconds have passed. */
  after?: number;
  /** The code of the {@link CallError} that it is, or that it was caused by. */
  code?: string;
}

/** A package, as npm's own lock has it under the folder that it is installed in. */
export interface LockedPackage {
  /** Where it is not the last part of its folder. */
  name?: string;
  version: string;
  /** The hash of its archive. */
  integrity: string;
  /** Nothing needs it where it is for another machine. */
  optional?: true;
  /** The machines that it is for. */
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

/** The packages of a script by their folders, such as `node_modules/a/node_modules/b`. */
export type PackageLock = Record<string, LockedPackage>;
