import type { ReactNode } from 'react';

/**
 * A list as a table whose rows are its children. `kind` is an additional class. `actions` is the heading of a last
 * column with buttons; false omits it. The roles are explicit since, on narrow screens, the layout removes the table
 * semantics of the rows.
 */
export function RowsTable({
  label,
  kind,
  columns,
  actions = false,
  children,
}: {
  label: string;
  kind?: string;
  columns: readonly string[];
  actions?: string | false;
  children: ReactNode;
}) {
  return (
    <table role="table" className={kind === undefined ? 'rows' : `rows ${kind}`} aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col">
              {column}
            </th>
          ))}
          {actions !== false && (
            <th role="columnheader" scope="col" className="cell-actions">
              {actions}
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  );
}
