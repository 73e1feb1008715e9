import type { Json } from '../../src/base/kernel/json.js';
import type { CancelReason, RetryAdvice, RunLimits } from '../../src/sandbox/runtime/protocol.js';
import type { ScriptLanguage } from '../../src/base/languages/index.js';
import type { PendingCall, RunErrorCode } from '../../src/sandbox/runtime/runtime.js';
import type { RecordedCall, RecordingHost } from '../support/recording-host.js';

/** The kinds of exceptions, each with its class in every language. */
export const ERROR_KINDS = {
  /** The type of a value is wrong for the method. */
  type: { python: 'TypeError', typescript: 'TypeError' },
  /** A value has the right type but is not allowed. */
  value: { python: 'ValueError', typescript: 'RangeError' },
  /** A method does not exist, or a member cannot be set. */
  member: { python: 'AttributeError', typescript: 'TypeError' },
  /** The host has refused the call. */
  refusal: { python: 'MetarunError', typescript: 'MetarunError' },
} satisfies Record<string, Record<ScriptLanguage, string>>;

/** The expected end and the expected reports of a run. Omitted fields are not checked. */
export interface Expected {
  result?: unknown;
  /** Error code; a run without `error`, `raises` and `refused` must succeed. */
  error?: RunErrorCode;
  /** Numbers of the calls for whose answers the run is suspended. */
  suspended?: readonly number[];
  /** Kind of exception that ends the run. */
  raises?: keyof typeof ERROR_KINDS;
  /** Part of the error message. */
  message?: string | RegExp;
  /** Advice of the failure on a further attempt; null for none. */
  retry?: RetryAdvice | null;
  /** Lines of the script in the stack, ascending. */
  lines?: readonly number[];
  /** Matches the rest of the stack. */
  stack?: RegExp;
  /** All reports, in order, as `phase:text`, `progress:40`, `info:text`. */
  events?: readonly string[];
  /** Some of the reports, in any order. */
  reports?: readonly string[];
  /** All calls that reach the host, in order. */
  calls?: readonly RecordedCall[];
  /** Maximum duration (ms) from the start, or from the cancellation if there is one. */
  withinMs?: number;
  /** Message and line with which the check refuses the script. */
  refused?: { message: RegExp; line?: number };
}

/**
 * A behaviour that all languages share: a sentence, a script in each language and one expectation. A script is the body
 * of `run(params, reporter)`, or the whole script if `whole` is set.
 */
export interface Behaviour extends Expected, Record<ScriptLanguage, string> {
  says: string;
  whole?: true;
  /** True if it takes a second of CPU time or more; the gate leaves it out. */
  heavy?: true;
  params?: Json;
  /** Number of consecutive runs, each of which must meet the expectation. */
  runs?: number;
  /** Number of concurrent runs. */
  copies?: number;
  /** Expectations for languages that inevitably differ, with the reason. */
  differs?: { because: string } & Partial<Record<ScriptLanguage, Expected>>;
}

/** A behaviour at the interface between the host and the runtimes. */
export interface PortBehaviour extends Behaviour {
  limits?: Partial<RunLimits>;
  /** Answers calls; by default, all calls are refused. */
  answers?: (call: RecordedCall, host: RecordingHost, pending: PendingCall) => Promise<Json>;
  /** Stops the run once it has reported `at`, or at once if that is null. */
  cancel?: { at: string | null; reason?: CancelReason; graceMs?: number };
}

/** A behaviour of the whole server. The params contain `dir`, a folder for this run, and `ws`, another workspace. */
export interface ServedBehaviour extends Behaviour {
  params?: Record<string, Json>;
  metaTask?: Record<string, Json>;
}

export interface Group<B extends Behaviour = Behaviour> {
  title: string;
  behaviours: Record<string, B>;
}
