import type { Actor, Attempt, Run } from '../../../api/types.js';
import { runTexts } from '../../../texts/en/run.js';

const { happened: words, facts } = runTexts;
/** Maximum number of events shown. The middle of a longer history is omitted. */
const MOST = 14;

export interface RunEvent {
  time: string;
  text: string;
  bad: boolean;
}

/** Returns the events of a run in chronological order. The middle of a long history is replaced with an ellipsis. */
export function eventsOfRun(
  run: Pick<Run, 'created_at' | 'created_by'>,
  attempts: readonly Attempt[],
): RunEvent[] {
  const events: RunEvent[] = [event(run.created_at, words.created(formatActor(run.created_by)))];
  for (const attempt of attempts) {
    const { started_at: started, finished_at: finished, outcome } = attempt;
    if (started !== null) events.push(event(started, words.started(attempt.attempt)));
    const phases = attempt.phases.filter(({ name }) => name !== '');
    events.push(...phases.map(({ from, name }) => event(from, words.phase(name))));
    for (const { state, from } of attempt.segments)
      if (state === 'waiting') events.push(event(from, words.waits));
    if (finished !== null && outcome !== null)
      events.push({
        time: finished,
        text: words.ended(outcome, attempt.error_code),
        bad: outcome === 'failed',
      });
    if (finished !== null && attempt.retried_by !== null)
      events.push(event(finished, words.retried(attempt.retried_by.name)));
  }
  events.sort((one, other) => Date.parse(one.time) - Date.parse(other.time));
  if (events.length <= MOST) return events;
  const half = MOST / 2;
  const [gap] = events.slice(half);
  return [
    ...events.slice(0, half - 1),
    ...(gap === undefined ? [] : [{ ...gap, text: '…', bad: false }]),
    ...events.slice(-half),
  ];
}

function event(time: string, text: string): RunEvent {
  return { time, text, bad: false };
}

function formatActor(by: Actor | null): string {
  if (by === null) return facts.by.unknown;
  if (by.kind === 'schedule' || by.kind === 'task') return facts.by[by.kind];
  return facts.by[by.kind](by.name ?? by.id);
}
