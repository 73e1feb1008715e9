import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readLastParams } from '../../api/new-run.js';
import { ErrorNote } from '../../parts/error-note.js';
import type { JsonObject } from '../../parts/json.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/meta-task.js';
import { ExampleChoice } from './example-choice.js';

/** Buttons that fill the form with the params of an earlier run or an example, or clear it. */
export function ParamsSource({
  identifier,
  onTake,
}: {
  identifier: string;
  onTake: (params: JsonObject) => void;
}) {
  const { project } = useProject();
  const client = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const [isNone, setIsNone] = useState(false);
  const take = async (status?: 'failed'): Promise<void> => {
    setError(null);
    setIsNone(false);
    try {
      const found = await client.fetchQuery({
        queryKey: ['last params', project.id, identifier, status ?? 'any'],
        queryFn: () => readLastParams(project.id, identifier, status),
        staleTime: 0,
      });
      if (found === null) setIsNone(true);
      else onTake(found);
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <div className="buttons quiet" role="group" aria-label={texts.run.from}>
      <span>{texts.run.from}</span>
      <button type="button" className="small" onClick={() => onTake({})}>
        {texts.run.defaults}
      </button>
      <button type="button" className="small" onClick={() => void take()}>
        {texts.run.lastRun}
      </button>
      <button type="button" className="small" onClick={() => void take('failed')}>
        {texts.run.failedRun}
      </button>
      <ExampleChoice identifier={identifier} onTake={onTake} />
      {isNone && <span role="status">{texts.run.noSuchRun}</span>}
      {error !== null && <ErrorNote error={error} />}
    </div>
  );
}
