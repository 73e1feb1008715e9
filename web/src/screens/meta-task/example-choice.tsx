import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteExample, examplesQuery } from '../../api/examples.js';
import { ConfirmButton } from '../../parts/confirm.js';
import { ErrorNote } from '../../parts/error-note.js';
import type { JsonObject } from '../../parts/json.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/examples.js';

/** Choice of an example whose params fill the form. Null if there are no examples. */
export function ExampleChoice({
  identifier,
  onTake,
}: {
  identifier: string;
  onTake: (params: JsonObject) => void;
}) {
  const { project, is } = useProject();
  const client = useQueryClient();
  const query = examplesQuery(project.id, identifier);
  const examples = useQuery(query);
  const [name, setName] = useState('');
  const chosen = examples.data?.find((one) => one.name === name);
  if (examples.isError)
    return <ErrorNote error={examples.error} onRetry={() => void examples.refetch()} />;
  if (examples.data === undefined || examples.data.length === 0) return null;
  return (
    <>
      <select
        aria-label={texts.chooseLabel}
        value={chosen?.name ?? ''}
        onChange={({ target }) => {
          const found = examples.data.find((one) => one.name === target.value);
          setName(target.value);
          if (found !== undefined) onTake(found.params);
        }}
      >
        <option value="">{texts.choose}</option>
        {examples.data.map((one) => (
          <option key={one.name} value={one.name} title={one.description ?? undefined}>
            {visibleText(one.name)}
          </option>
        ))}
      </select>
      {chosen !== undefined && chosen.description !== null && (
        <span>{visibleText(chosen.description)}</span>
      )}
      {chosen !== undefined && is('author') && (
        <ConfirmButton
          label={texts.remove}
          title={texts.removeOf(visibleText(chosen.name))}
          about={texts.removeAbout}
          action={async () => {
            await deleteExample(project.id, identifier, chosen.name);
            setName('');
            await client.invalidateQueries({ queryKey: query.queryKey });
          }}
        />
      )}
    </>
  );
}
