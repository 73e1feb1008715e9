import type { Step, StepError, StepStatus, Try } from './step.js';

/** Characters of an error that are kept of each attempt; the last error is kept whole with the step. */
const MAX_ERROR = 300;

/** Notes an attempt of a step that is over with what is written: one that another follows, or the last one behind such. */
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

/** Returns the attempts that a row has. */
export function triesOf(text: string | null): Try[] {
  return text === null ? [] : (JSON.parse(text) as Try[]);
}

/** Returns the text of a row for attempts; null where there is nothing to keep. */
export function triesText(tries: readonly Try[]): string | null {
  return tries.length === 0 ? null : JSON.stringify(tries);
}
