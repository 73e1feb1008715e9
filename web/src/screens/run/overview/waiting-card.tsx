import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { stepsQuery } from '../../../api/run.js';
import type { Step, WaitedFor } from '../../../api/types.js';
import { Card } from '../../../parts/card.js';
import { approvalPlace } from '../../../parts/places.js';
import { UserText } from '../../../parts/user-text.js';
import { When } from '../../../parts/when.js';
import { runTexts } from '../../../texts/en/run.js';
import { findChildRunId } from '../child-run-id.js';
import { SendEventDialog } from '../send-event-dialog.js';
import type { Subject } from '../subject.js';

const { waiting: words } = runTexts;

/** Waits of a run: their start, their end, who can end them, and a button that does so. */
export function WaitingCard({ subject }: { subject: Subject }) {
  const { project, run } = subject;
  const children = run.waiting_on.some(({ kind }) => kind === 'task');
  const steps = useQuery({ ...stepsQuery(project.id, run.id), enabled: children }).data?.items;
  return (
    <Card title={words.title}>
      <ul className="waits">
        {run.waiting_on.map((wait) => (
          <li key={wait.step_id}>
            <div>
              <strong>{words.kind(wait.kind)}</strong> <UserText>{wait.name}</UserText>
            </div>
            <div className="quiet">
              {words.since}
              <When time={wait.since} />
              {', '}
              {wait.until === null ? (
                words.forever
              ) : (
                <>
                  {words.until}
                  <When time={wait.until} />
                </>
              )}
              {words.who[wait.kind] !== undefined && `. ${words.who[wait.kind]}`}
            </div>
            <EndIt
              subject={subject}
              wait={wait}
              step={steps?.find(({ id }) => id === wait.step_id)}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function EndIt({
  subject,
  wait,
  step,
}: {
  subject: Subject;
  wait: WaitedFor;
  step: Step | undefined;
}) {
  const { slug, scopes } = subject.project;
  const [sends, setSends] = useState(false);
  if (wait.kind === 'approval')
    return (
      <Link className="button primary" to={approvalPlace(slug, wait.step_id)}>
        {words.decide}
      </Link>
    );
  const child = step === undefined ? null : findChildRunId(step);
  if (child !== null)
    return (
      <Link className="button" to="/p/$project/runs/$task" params={{ project: slug, task: child }}>
        {words.openChild}
      </Link>
    );
  if (wait.kind !== 'event' || !scopes.includes('tasks:write')) return null;
  return (
    <>
      <button type="button" onClick={() => setSends(true)}>
        {words.send}
      </button>
      {sends && <SendEventDialog subject={subject} onClose={() => setSends(false)} />}
    </>
  );
}
