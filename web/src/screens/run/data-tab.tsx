import { Card } from '../../parts/card.js';
import { Copy } from '../../parts/copy.js';
import { JsonView } from '../../parts/json-view.js';
import { KeepExample } from '../../parts/keep-example.js';
import { hasEnded } from '../../api/types.js';
import { runTexts } from '../../texts/en/run.js';
import { asArguments, asCase } from './data-forms.js';
import type { Subject } from './subject.js';

const { params, result, data: words } = runTexts;

/** Params and result of a run, as a tree, as a table or raw, with buttons to copy them in other formats. */
export function DataTab({ subject: { run } }: { subject: Subject }) {
  return (
    <div className="stack-of-parts">
      <Card
        title={params.title}
        aside={
          <>
            {/* No command starts a draft. */}
            {!run.draft && (
              <>
                <Copy text={() => asArguments(run)} label={words.copyArguments}>
                  {words.asArguments}
                </Copy>{' '}
              </>
            )}
            <Copy text={() => asCase(run)} label={words.copyCase}>
              {words.asCase}
            </Copy>{' '}
            <KeepExample type={run.task_type} params={run.params} />
          </>
        }
      >
        <JsonView value={run.params} label={params.title} />
      </Card>
      <Card title={result.title}>
        {run.status === 'success' ? (
          <JsonView value={run.result} label={result.title} />
        ) : (
          <p className="quiet">{hasEnded(run.status) ? result.ended : result.notYet}</p>
        )}
      </Card>
    </div>
  );
}
