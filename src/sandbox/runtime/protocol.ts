import type { Json } from '../../base/kernel/json.js';

/**
 * The messages between the host (this server) and a guest (the process that runs a script): one JSON document per line,
 * UTF-8, on a separate duplex pipe, never on stdout. All languages use the same messages. "type" is the first field of
 * a guest's frame, without spaces: it determines how long the host lets the frame be.
 *
 * Strict JSON both ways: no NaN, no Infinity, no lone surrogates, no NUL in any string. A guest refuses to send
 * anything else (and fails the run with `invalid_result` or raises in the script). The host ends a run whose guest
 * sends it anyway.
 */

/** The engines of TypeScript: an isolate with the web platform, or a Node process in the sandbox. */
export const SCRIPT_ENGINES = ['isolate', 'node'] as const;
export type ScriptEngine = (typeof SCRIPT_ENGINES)[number];

/**
 * The target that a script is compiled for: an engine, or a container image, which provides the interpreter and
 * packages.
 */
export type CompileTarget = ScriptEngine | 'image';

/** Maximum length of a frame in bytes, without its newline. */
export const MAX_FRAME_BYTES = 16 * 1024 * 1024;

/**
 * Bytes that each log line counts towards {@link RunLimits.max_log_bytes} in addition to its text: about the cost of a
 * stored row, so that millions of empty lines cannot become millions of rows. Guests count the same way.
 */
export const LOG_LINE_OVERHEAD = 100;

/** The value of the script's `reporter.task`. */
export interface TaskInfo {
  id: string;
  name: string;
  /** Number of the attempt; 1 for the first. */
  attempt: number;
  /** The project's id. */
  project: string;
  /** The meta-task's identifier and version. */
  task_type: string;
  version: number;
}

export interface RunLimits {
  /** Wall-clock time of the whole run, in ms. */
  timeout_ms: number;
  /** Memory of the run's whole process tree beyond what an idle guest needs, in bytes. */
  memory_bytes: number;
  /** CPU time of the run's whole process tree, in ms; 0 means no limit. */
  cpu_ms: number;
  /** Size of the result as JSON, in bytes. */
  max_result_bytes: number;
  /**
   * Limit on the stored log text of one run, in bytes; every line counts {@link LOG_LINE_OVERHEAD} more. The guest and
   * the host both stop logging once it is reached.
   */
  max_log_bytes: number;
}

export type LogLevel = 'debug' | 'info' | 'warning' | 'error';
export const LOG_LEVELS: readonly LogLevel[] = ['debug', 'info', 'warning', 'error'];

/** A run's access to the network: see {@link TunnelHello}. */
export interface NetworkAccess {
  /** Path of the host's Unix socket, as the guest sees it. */
  socket: string;
  /** Identifies the run; invalid once the run has ended. */
  token: string;
}

/**
 * First line on a connection to {@link NetworkAccess.socket}, at most {@link MAX_TUNNEL_HELLO_BYTES} long. The guest
 * sends nothing more until it is answered: either with the three bytes `ok\n`, after which bytes pass both ways, or
 * with a {@link TunnelRefusal} in one line, after which the connection ends.
 */
export interface TunnelHello {
  token: string;
  host: string;
  port: number;
}

export const MAX_TUNNEL_HELLO_BYTES = 4096;

/** Reason why a connection was refused. `message` is for the script's author. */
export interface TunnelRefusal {
  reason: ConnectErrorReason;
  message: string;
}

/** `denied` by the policy; no host of that `name`; `refused` by the other side; the others are self-explanatory. */
export type ConnectErrorReason =
  'denied' | 'name' | 'refused' | 'timed_out' | 'unreachable' | 'too_many' | 'ended';

export type HostFrame =
  | {
      type: 'run';
      task: TaskInfo;
      /** Null if the guest has reported that it keeps the script with this `script_hash`. */
      script: string | null;
      /** Identifies a large script, which a guest that serves several runs may keep. */
      script_hash?: string;
      params: Json;
      limits: RunLimits;
      network: NetworkAccess | null;
      /**
       * True if the run must share nothing with an earlier one that it need not share. Otherwise, a guest that serves
       * several runs may reuse what it has compiled for the same version.
       */
      fresh: boolean;
    }
  | { type: 'reply'; id: number; result: Json }
  | { type: 'reply'; id: number; error: CallError }
  /**
   * The answer to call `id` may take days. The reply is sent as usual if the run still exists. A guest that only waits
   * for such answers sends `suspend`.
   */
  | { type: 'waiting'; id: number }
  /**
   * Asks the script to stop: it has `grace_ms` to run its `finally` blocks before it is killed. A guest sends
   * `stopping` once the request has reached its script; a guest that does not send it soon is killed at once.
   */
  | { type: 'cancel'; reason: CancelReason; grace_ms: number };

export type CancelReason = 'cancelled' | 'timeout' | 'shutdown' | 'lease_lost';

/** The error of a failed call to the host; the script receives it as an exception with `code` and `message`. */
export interface CallError {
  code: string;
  message: string;
}

export type GuestFrame =
  | { type: 'phase'; text: string }
  /**
   * Progress from 0 to 100; the host rounds down, never lets it decrease, and shows at most 99 until the run has
   * succeeded.
   */
  | { type: 'progress'; value: number }
  /** One line of the log, without its newline. */
  | { type: 'log'; level: LogLevel; text: string }
  /**
   * A piece of output to standard output (`info`) or standard error (`warning`), which need not end with a newline.
   * `cut` is the number of characters of an overlong line that the guest has left out before the text. With `full`, the
   * guest has passed its limit and sends no more.
   */
  | { type: 'output'; level: LogLevel; text: string; cut?: number; full?: true }
  /**
   * A call into the host. `id` counts up from 1 within a run. `at` is the location of the call in the running code,
   * `file:line` or `file:line:column`. Guests send it for calls that begin a durable step.
   */
  | { type: 'call'; id: number; method: string; args: Json; at?: string }
  /**
   * CPU time of the run so far in ms, from a guest that serves several runs and measures more precisely than its host
   * can. May come before `done` or `failed`. The host uses it only if it agrees with the host's own measurement.
   */
  | { type: 'usage'; cpu_ms: number }
  /** The answer to `cancel`: the request has reached the script, or the guest ensures that it will. */
  | { type: 'stopping' }
  | { type: 'done'; result: Json }
  | { type: 'failed'; error: GuestError }
  /**
   * The run is only waiting for the answers to the calls `on`, at least one, all of which the host has reported as
   * `waiting`. This is the last frame: the script runs again once one of the answers has arrived.
   */
  | { type: 'suspend'; on: number[] };

/**
 * The failure of a run, as reported by the guest. `code` is one of: `script_error` (the script threw), `invalid_result`
 * (its result is not JSON or too large), `out_of_memory` (which the host words), `cancelled` (it stopped on request),
 * `sandbox_error` (the guest itself failed). `stack` has frames of the author's script only.
 */
export interface GuestError {
  code: 'script_error' | 'invalid_result' | 'out_of_memory' | 'cancelled' | 'sandbox_error';
  /** Class name of the exception, such as `ValueError`. */
  type: string;
  message: string;
  stack: string | null;
  /** Absent if the exception gives no advice on retrying. */
  retry?: RetryAdvice;
}

/** An exception's advice on retrying. */
export interface RetryAdvice {
  /** Set by `NonRetryable`: the run must not be retried. */
  final?: true;
  /** Set by `RetryAfter`: minimum delay before the next attempt, in seconds. */
  after?: number;
  /** Code of the {@link CallError} that the exception is or was caused by. */
  code?: string;
}

/** A package as npm's lock lists it under the folder that it is installed in. */
export interface LockedPackage {
  /** Package name, if it differs from the last part of its folder. */
  name?: string;
  version: string;
  /** Hash of the package archive. */
  integrity: string;
  /** Set if the package may be skipped on machines that it does not support. */
  optional?: true;
  /** Machines that the package supports. */
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

/** The packages of a script by folder, such as `node_modules/a/node_modules/b`. */
export type PackageLock = Record<string, LockedPackage>;
