import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { moveFile } from '../../api/file-changes.js';
import { rereadFiles } from '../../api/files.js';
import type { FileEntry } from '../../api/types.js';
import { Dialog } from '../../parts/dialog.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Labelled } from '../../parts/labelled.js';
import { useAction } from '../../parts/use-action.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/files.js';
import type { FilePlace } from './use-workspace.js';

const { moving: words } = texts;

/** Dialog that asks for the new path of a file or folder. */
export function MoveDialog({
  place: { project, ws, path },
  entry,
  onClose,
}: {
  place: FilePlace;
  entry: FileEntry;
  onClose: () => void;
}) {
  const id = useId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { busy, error, run } = useAction();
  const [to, setTo] = useState(path);
  const [wrong, setWrong] = useState<string | undefined>(undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const problem = !to.startsWith('/')
      ? words.mustBegin
      : to === path
        ? words.mustDiffer
        : undefined;
    setWrong(problem);
    if (problem === undefined)
      void run(async () => {
        const moved = await moveFile(project.id, ws, entry, to);
        await navigate({
          to: '/p/$project/files/$ws/$',
          params: { project: project.slug, ws, _splat: moved.path.slice(1) },
        });
        await rereadFiles(client, project.id, ws, path);
      });
  };
  return (
    <Dialog title={words.title(visibleText(entry.name))} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <Labelled id={id} label={words.to} note={words.note} error={wrong}>
          {(props) => (
            <input
              {...props}
              value={to}
              dir="auto"
              spellCheck={false}
              autoComplete="off"
              onChange={({ target }) => setTo(target.value)}
            />
          )}
        </Labelled>
        {error !== null && <ErrorNote error={error} />}
        <div className="buttons">
          <button type="submit" className="primary" disabled={busy}>
            {words.submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
