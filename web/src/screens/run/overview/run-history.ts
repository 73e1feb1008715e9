import type { Actor, Attempt, Run } from '../../../api/types.js';
import { runTexts } from '../../../texts/en/run.js';

const { happened: words, facts } = runTexts;
/** The beginning and the end of a long history are what counts. */
const MOST = 14;

export interface RunEvent {
  time: string;
  text: string;
  bad: boolean;
}

/** Returns what happened to a run, in the order of time; of a long history the beginning and the end. */
export function eventsOfRun(
  run: Pick<Run, 'created_at' | 'created_by'>,
  attempts: readonly Attempt[],
): RunEvent[] {
  const events: RunEvent[] = [event(run.created_at, words.created(nameOf(run.created_by)))];
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

function nameOf(by: Actor | null): string {
  if (by === null) return facts.by.unknown;
  if (by.kind === 'schedule' || by.kind === 'task') return facts.by[by.kind];
  return facts.by[by.kind](by.name ?? by.id);
}
