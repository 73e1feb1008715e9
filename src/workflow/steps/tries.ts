import type { Step, StepError, StepStatus, Try } from './step.js';

/** Maximum length of an attempt's error, in characters; the last error is stored whole with the step. */
const MAX_ERROR = 300;

/** Adds an attempt that is over, if another one follows it or has preceded it. */
export function noteTry(
  step: Step,
  { status, error }: { status: StepStatus; error?: StepError },
): void {
  const follows = status === 'waiting' && error !== undefined;
  const ends = (status === 'success' || status === 'failed') && step.tries.length > 0;
  if (step.kind !== 'step' || !(follows || ends)) return;
  const text = error === undefined ? null : `${error.type}: ${error.message}`;
  step.tries.push([step.calledAt, Date.now(), text?.slice(0, MAX_ERROR).toWellFormed() ?? null]);
}

/** Returns the attempts of a row. */
export function parseTries(text: string | null): Try[] {
  return text === null ? [] : (JSON.parse(text) as Try[]);
}

/** Returns the text of a row for attempts; null if nothing is to be stored. */
export function triesText(tries: readonly Try[]): string | null {
  return tries.length === 0 ? null : JSON.stringify(tries);
}
