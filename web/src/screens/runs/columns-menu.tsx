import { texts } from '../../texts/en.js';
import { listTexts } from '../../texts/en/runs.js';
import { type Column, COLUMNS, FIXED } from './columns.js';

/** Menu to choose the columns of the list. */
export function ColumnsMenu({
  columns,
  onChange,
}: {
  columns: readonly Column[];
  onChange: (columns: Column[]) => void;
}) {
  return (
    <details
      className="columns-menu"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget))
          currentTarget.open = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !event.currentTarget.open) return;
        // The list must not handle Escape as well.
        event.stopPropagation();
        event.currentTarget.open = false;
        event.currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary className="button">{listTexts.columns.label}</summary>
      <fieldset>
        <legend className="unseen">{listTexts.columns.label}</legend>
        {COLUMNS.map((column) => (
          <label key={column} className="check">
            <input
              type="checkbox"
              checked={columns.includes(column)}
              disabled={FIXED.has(column)}
              onChange={({ target }) =>
                onChange(
                  COLUMNS.filter((one) =>
                    one === column ? target.checked : columns.includes(one),
                  ),
                )
              }
            />
            {texts.run.columns[column]}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
