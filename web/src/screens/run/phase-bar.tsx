import { useQuery } from '@tanstack/react-query';
import { attemptsQuery } from '../../api/run.js';
import type { Attempt, Task } from '../../api/types.js';
import { phasesQuery } from '../../live/begun-phases.js';
import { visibleText } from '../../parts/visible-text.js';
import { useSecond } from '../../parts/when.js';
import { runTexts } from '../../texts/en/run.js';
import { duration } from '../../texts/en/format.js';
import { type BarPhase, endedPhases, livePhases } from './phases.js';
import type { Subject } from './subject.js';

const { phases: words } = runTexts;

/**
 * Phases of the last attempt with their durations, compared with the usual ones, and the phases that usually follow.
 */
export function PhaseBar({
  subject: { project, run },
  attempt,
  recent,
}: {
  subject: Subject;
  attempt: Attempt | undefined;
  /** Last runs of the same meta-task. The most recent successful one defines what is usual. */
  recent: readonly Task[];
}) {
  const now = useSecond();
  const good = recent.find(({ id, status }) => status === 'success' && id !== run.id)?.id;
  const usual = useQuery({ ...attemptsQuery(project.id, good ?? ''), enabled: good !== undefined });
  const runs = run.status === 'running';
  const begun = useQuery({ ...phasesQuery(project.id, run.id), enabled: runs });
  const usually = usual.data?.items.at(-1)?.phases ?? [];
  const own = (begun.data ?? []).filter((phase) => phase.attempt === run.attempt);
  const phases = runs
    ? livePhases(run, own, usually, now)
    : endedPhases(run.status, attempt?.phases ?? [], usually);
  if (phases.length === 0 || run.status === 'pending') return null;
  return (
    <ol className="phase-bar" aria-label={words.label}>
      {phases.map((phase) => (
        <li key={phase.name} className={`phase-${phase.state}`}>
          <span className="phase-name">
            <bdi title={phase.name}>{visibleText(phase.name)}</bdi>
            <Times phase={phase} />
            <span className="unseen"> {words.states[phase.state]}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function Times({ phase: { state, ms, usual, slow } }: { phase: BarPhase }) {
  // The usual duration is shown for a phase that is slow, that failed, or that has not started.
  const compares = usual !== null && (state === 'future' || state === 'failed' || slow);
  return (
    <>
      {ms !== null && ` · ${duration(ms)}`}
      {compares && <span className={slow ? 'slow' : undefined}> · {words.usually(usual)}</span>}
    </>
  );
}
