import type { Json } from '../../src/base/kernel/json.js';
import type { CancelReason, RetryAdvice, RunLimits } from '../../src/sandbox/runtime/protocol.js';
import type { ScriptLanguage } from '../../src/base/languages/index.js';
import type { PendingCall, RunErrorCode } from '../../src/sandbox/runtime/runtime.js';
import type { RecordedCall, RecordingHost } from '../support/recording-host.js';

/** The kinds of exceptions, each with the class that a language has for it. */
export const ERROR_KINDS = {
  /** A value of a type that the method does not take. */
  type: { python: 'TypeError', typescript: 'TypeError' },
  /** A value of the right type that is not allowed. */
  value: { python: 'ValueError', typescript: 'RangeError' },
  /** No such method, or one that cannot be set. */
  member: { python: 'AttributeError', typescript: 'TypeError' },
  /** The host has refused the call. */
  refusal: { python: 'MetarunError', typescript: 'MetarunError' },
} satisfies Record<string, Record<ScriptLanguage, string>>;

/** The expected end and the expected reports of a run. Omitted fields are not checked. */
export interface Expected {
  /** The result of a success. */
  result?: unknown;
  /** The code of its failure; a run without `error`, `raises` and `refused` has to succeed. */
  error?: RunErrorCode;
  /** It is suspended until one of these calls is answered, by their numbers. */
  suspended?: readonly number[];
  /** It fails by an exception of this kind. */
  raises?: keyof typeof ERROR_KINDS;
  /** Part of the error's message. */
  message?: string | RegExp;
  /** The advice of the failure on a further attempt; null for none. */
  retry?: RetryAdvice | null;
  /** The lines of the script that the stack names, ascending. */
  lines?: readonly number[];
  /** Matches the rest of the stack. */
  stack?: RegExp;
  /** All reports, in order, as `phase:text`, `progress:40`, `info:text`. */
  events?: readonly string[];
  /** Some of the reports, in any order. */
  reports?: readonly string[];
  /** All calls that reach the host, in order. */
  calls?: readonly RecordedCall[];
  /** From the start, or from the cancel where there is one (ms). */
  withinMs?: number;
  /** The check refuses the script, with these words and this line. */
  refused?: { message: RegExp; line?: number };
}

/**
 * One thing that every language must do: a sentence, a script in each language and one expectation. A script
 * is the body of `run(params, reporter)`, or all of it where the behaviour is `whole`.
 */
export interface Behaviour extends Expected, Record<ScriptLanguage, string> {
  says: string;
  whole?: true;
  /** It takes a second of a processor, or more: the gate leaves it to the whole. */
  heavy?: true;
  params?: Json;
  /** So many runs, one after the other. Each has to meet the expectation. */
  runs?: number;
  /** So many runs at once. */
  copies?: number;
  /** Where the languages differ by their nature: what each has to do instead, and why. */
  differs?: { because: string } & Partial<Record<ScriptLanguage, Expected>>;
}

/** One that is seen where the host and the runtimes meet. */
export interface PortBehaviour extends Behaviour {
  limits?: Partial<RunLimits>;
  /** Answers calls; without it, all calls are refused. */
  answers?: (call: RecordedCall, host: RecordingHost, pending: PendingCall) => Promise<Json>;
  /** Stops the run once it has reported `at`; at once if that is null. */
  cancel?: { at: string | null; reason?: CancelReason; graceMs?: number };
}

/** One that only the whole server shows. The params hold `dir`, a folder of its own, and `ws`, another workspace. */
export interface ServedBehaviour extends Behaviour {
  params?: Record<string, Json>;
  /** Fields of the meta-task. */
  metaTask?: Record<string, Json>;
}

export interface Group<B extends Behaviour = Behaviour> {
  title: string;
  behaviours: Record<string, B>;
}
