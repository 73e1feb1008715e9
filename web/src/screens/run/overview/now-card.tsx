import { useQuery } from '@tanstack/react-query';
import { stepsQuery } from '../../../api/run.js';
import { Card } from '../../../parts/card.js';
import { UserText } from '../../../parts/user-text.js';
import { useSecond } from '../../../parts/when.js';
import { texts } from '../../../texts/en.js';
import { runTexts } from '../../../texts/en/run.js';
import type { Subject } from '../subject.js';

const { now: words } = runTexts;
const MOST = 5;

/** Current state of a run: its phase, its progress, and the steps that are running. */
export function NowCard({ subject: { project, run } }: { subject: Subject }) {
  const second = useSecond();
  const steps = useQuery(stepsQuery(project.id, run.id)).data?.items ?? [];
  const running = steps.filter(({ status }) => status === 'running').slice(-MOST);
  return (
    <Card title={words.title} aside={runTexts.facts.left(run.progress, run.eta_seconds)}>
      {run.progress > 0 && (
        <progress
          className="wide"
          max={100}
          value={run.progress}
          aria-label={texts.run.progress(run.progress)}
        />
      )}
      {run.current_phase !== null && (
        <p>
          <UserText>{run.current_phase}</UserText>
        </p>
      )}
      {running.map(({ id, name, started_at: started }) => (
        <p key={id}>
          <UserText>{words.step(name)}</UserText>{' '}
          <span className="quiet">{words.for(Math.max(0, second - Date.parse(started)))}</span>
        </p>
      ))}
      {running.length === 0 && steps.length > 0 && <p className="quiet">{words.noStep}</p>}
    </Card>
  );
}
