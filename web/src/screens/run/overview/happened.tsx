import type { Attempt, Run } from '../../../api/types.js';
import { Card } from '../../../parts/card.js';
import { visibleText } from '../../../parts/visible-text.js';
import { Clock } from '../../../parts/when.js';
import { runTexts } from '../../../texts/en/run.js';
import { eventsOfRun } from './run-history.js';

/** The history of a run, from its creation on. */
export function Happened({ run, attempts }: { run: Run; attempts: readonly Attempt[] }) {
  return (
    <Card title={runTexts.happened.title}>
      <ol className="happened">
        {eventsOfRun(run, attempts).map(({ time, text, bad }, index) => (
          <li key={index}>
            <Clock time={time} />{' '}
            <bdi className={bad ? 'error' : undefined}>{visibleText(text)}</bdi>
          </li>
        ))}
      </ol>
    </Card>
  );
}
