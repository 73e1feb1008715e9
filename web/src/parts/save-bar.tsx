import { texts } from '../texts/en/editing.js';
import { ErrorNote } from './error-note.js';
import type { Edit } from './use-edit.js';
import { Warnings } from './warnings.js';

/** Footer of a form: errors of the form as a whole, a confirmation with warnings, and the button. */
export function SaveBar<D extends object>({
  edit,
  label = texts.save,
}: {
  edit: Edit<D>;
  label?: string;
}) {
  const { problem, busy, saved, warnings, overtaken } = edit;
  return (
    <>
      {problem !== null && problem.issues.length === 0 && <ErrorNote error={problem} />}
      <p role="status">{saved && texts.saved}</p>
      {saved && <Warnings of={warnings} />}
      <div className="buttons">
        <button type="submit" className="primary" disabled={busy || overtaken !== null}>
          {busy ? texts.busy : label}
        </button>
      </div>
    </>
  );
}
