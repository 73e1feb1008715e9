import type { Json } from '../kernel/json.js';

/**
 * The messages between the host (this server) and a guest (the process that runs a script): one JSON
 * document a line, UTF-8, on a duplex pipe of their own, never on stdout. Every language speaks the same.
 * "type" is the first field of a guest's frame, without spaces: from it the host knows how long the frame may be.
 *
 * Strict JSON both ways: no NaN, no Infinity, no lone surrogates, no NUL in any string. A guest refuses to
 * send what is not strict JSON (and fails the run with `invalid_result` or raises in the script); the host
 * ends a run whose guest sends it anyway.
 */

/** Longest frame in bytes, without its newline. */
export const MAX_FRAME_BYTES = 16 * 1024 * 1024;

/**
 * What a log line counts beyond its own bytes against {@link RunLimits.max_log_bytes}: about what a stored
 * row costs, so that millions of empty lines cannot become millions of rows. The guests count the same.
 */
export const LOG_LINE_OVERHEAD = 100;

/** What a script sees as `reporter.task`. */
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
  /** CPU time of the whole process tree of the run, in ms; 0 is no limit. */
  cpu_ms: number;
  /** Size of the JSON of the result, in bytes. */
  max_result_bytes: number;
  /**
   * Log text that is kept of one run, in bytes, where every line counts {@link LOG_LINE_OVERHEAD} more; the
   * guest and the host both stop after it.
   */
  max_log_bytes: number;
}

export type LogLevel = 'debug' | 'info' | 'warning' | 'error';
export const LOG_LEVELS: readonly LogLevel[] = ['debug', 'info', 'warning', 'error'];

/** How a run reaches the network: see {@link TunnelHello}. */
export interface NetworkAccess {
  /** Path of the host's Unix socket, as the guest finds it. */
  socket: string;
  /** Says which run is calling; void once the run has ended. */
  token: string;
}

/**
 * First line on a connection to {@link NetworkAccess.socket}, at most {@link MAX_TUNNEL_HELLO_BYTES}. The guest
 * sends no more until it is answered: by the three bytes `ok\n`, behind which the bytes go through both ways,
 * or by a {@link TunnelRefusal} in one line and the end.
 */
export interface TunnelHello {
  token: string;
  host: string;
  port: number;
}

export const MAX_TUNNEL_HELLO_BYTES = 4096;

/** Why a connection was not made. `message` is for the script's author. */
export interface TunnelRefusal {
  reason: ConnectFault;
  message: string;
}

/** `denied` by the policy; no such `name`; `refused` by the other side; else as named. */
export type ConnectFault =
  'denied' | 'name' | 'refused' | 'timed_out' | 'unreachable' | 'too_many' | 'ended';

export type HostFrame =
  | {
      type: 'run';
      task: TaskInfo;
      script: string;
      params: Json;
      limits: RunLimits;
      network: NetworkAccess | null;
    }
  | { type: 'reply'; id: number; result: Json }
  | { type: 'reply'; id: number; error: CallError }
  /**
   * The answer to call `id` may take days. The reply comes as any other where the run is there to get it; a guest
   * with nothing left to do but to wait for such answers sends `suspend`.
   */
  | { type: 'waiting'; id: number }
  /**
   * Asks the script to stop: it gets `grace_ms` to run its `finally` blocks, then it is killed. A guest says `stopping`
   * once its script is being told; one that does not say so soon is killed at once.
   */
  | { type: 'cancel'; reason: CancelReason; grace_ms: number };

export type CancelReason = 'cancelled' | 'timeout' | 'shutdown' | 'lease_lost';

/** Why a call into the host failed; the script gets it as an exception with `code` and `message`. */
export interface CallError {
  code: string;
  message: string;
}

export type GuestFrame =
  | { type: 'phase'; text: string }
  /** 0..100; the host rounds down, never lets it fall, and shows 99 at most until the run has succeeded. */
  | { type: 'progress'; value: number }
  /** One line, without its newline. */
  | { type: 'log'; level: LogLevel; text: string }
  /** `id` counts up from 1 within a run. */
  | { type: 'call'; id: number; method: string; args: Json }
  /**
   * CPU time of the run so far in ms, from a guest that serves several runs and counts finer than its host can.
   * May come before `done` or `failed`; the host believes it only as far as it agrees with what it sees itself.
   */
  | { type: 'usage'; cpu_ms: number }
  /** The answer to `cancel`: the script is being told, or is known to be looked after until it has been. */
  | { type: 'stopping' }
  | { type: 'done'; result: Json }
  | { type: 'failed'; error: GuestError }
  /**
   * The run does nothing but wait for the answers to the calls `on`, one at least, all of which the host has called
   * `waiting`. Its last frame: the script will be run anew when one of them is there.
   */
  | { type: 'suspend'; on: number[] };

/**
 * How a run failed, as the guest tells it. `code` is one of: `script_error` (the script threw),
 * `invalid_result` (what it returned is not JSON or too large), `out_of_memory`, `cancelled` (it stopped
 * because it was asked to), `sandbox_error` (the guest itself broke).
 * `stack` holds frames of the author's own script only.
 */
export interface GuestError {
  code: 'script_error' | 'invalid_result' | 'out_of_memory' | 'cancelled' | 'sandbox_error';
  /** Name of the exception's class, e.g. `ValueError`. */
  type: string;
  message: string;
  stack: string | null;
}
