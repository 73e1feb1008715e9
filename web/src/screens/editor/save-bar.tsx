import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type Ref, useImperativeHandle, useState } from 'react';
import { createMetaTask, saveVersion } from '../../api/editor.js';
import { metaTaskQuery } from '../../api/meta-tasks.js';
import { toRequestError } from '../../api/request-error.js';
import type { MetaTask, NewMetaTask } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { TextField } from '../../parts/fields.js';
import { useAction } from '../../parts/use-action.js';
import { useProject } from '../../parts/use-project.js';
import { Warnings } from '../../parts/warnings.js';
import { texts } from '../../texts/en/editor.js';
import { withIdentifier } from './definition.js';

/** HTTP status of the response if another version has been saved in the meantime. */
const OVERTAKEN = 412;

/** Saves the content of the editor as a new version or a new meta-task. */
export function SaveBar({
  control,
  current,
  definition,
  changes,
  isChanged,
  onConflict,
  onSaved,
}: {
  /** Receives the function that the button calls. */
  control: Ref<() => void>;
  current: MetaTask | null;
  definition: NewMetaTask;
  /** Differences from the current version; null for a new meta-task. */
  changes: Partial<NewMetaTask> | null;
  isChanged: boolean;
  onConflict: (theirs: MetaTask) => void;
  onSaved: (made: MetaTask) => void;
}) {
  const { project } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { busy, error, run } = useAction();
  const [saved, setSaved] = useState<number | null>(null);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const [note, setNote] = useState('');
  const change = async (of: MetaTask, wanted: Partial<NewMetaTask>): Promise<void> => {
    const { identifier, current_version: version } = of;
    try {
      const made = await saveVersion(project.id, identifier, version, wanted, note);
      setNote('');
      onSaved(made);
      setSaved(made.current_version);
      setWarnings(made.warnings);
      await client.invalidateQueries({ queryKey: ['meta-task', project.id, identifier] });
    } catch (thrown) {
      if (toRequestError(thrown).status !== OVERTAKEN) throw thrown;
      const query = metaTaskQuery(project.id, identifier);
      onConflict(await client.fetchQuery({ ...query, staleTime: 0 }));
    }
  };
  const create = async (): Promise<void> => {
    const made = await createMetaTask(project.id, withIdentifier(definition), note);
    onSaved(made);
    await client.invalidateQueries({ queryKey: ['meta-tasks', project.id] });
    await navigate({
      to: '/p/$project/meta-tasks/$identifier',
      params: { project: project.slug, identifier: made.identifier },
    });
  };
  const may = !busy && (current === null || isChanged);
  const save = (): void => {
    if (!may) return;
    setSaved(null);
    setWarnings([]);
    void run(() => (current === null || changes === null ? create() : change(current, changes)));
  };
  useImperativeHandle(control, () => save);
  return (
    <div className="column">
      <TextField
        id="version-note"
        label={texts.note}
        input={{ maxLength: 1_000, placeholder: texts.noteFor }}
        value={note}
        onChange={setNote}
      />
      <div className="buttons">
        <button type="button" className="primary" disabled={!may} onClick={save}>
          {busy ? texts.saving : texts.save} <kbd>Ctrl S</kbd>
        </button>
        <span role="status" className="quiet">
          {isChanged && texts.unsaved}
          {!isChanged && saved !== null && texts.saved(saved)}
          {!isChanged && saved === null && current !== null && texts.unchanged}
        </span>
        {current !== null && saved !== null && !isChanged && (
          <Link
            to="/p/$project/meta-tasks/$identifier"
            params={{ project: project.slug, identifier: current.identifier }}
          >
            {texts.run}
          </Link>
        )}
      </div>
      {saved !== null && <Warnings of={warnings} />}
      {error !== null && <ErrorNote error={error} />}
    </div>
  );
}
