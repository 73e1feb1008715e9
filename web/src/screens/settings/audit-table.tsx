import { Link } from '@tanstack/react-router';
import type { AuditFilter } from '../../api/audit.js';
import type { AuditRecord } from '../../api/types.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { RowsTable } from '../../parts/rows-table.js';
import { texts } from '../../texts/en/audit.js';

type Change = AuditRecord['diff'][number];
/** Maximum number of characters of a value; longer ones are cut. */
const CHARACTERS = 200;

/** Table of changes, with the fields that each has changed. */
export function AuditTable({
  records,
  filter,
}: {
  records: readonly AuditRecord[];
  filter: AuditFilter;
}) {
  return (
    <RowsTable label={texts.list} kind="audit" columns={Object.values(texts.columns)}>
      {records.map((record) => (
        <Row key={record.id} record={record} filter={filter} />
      ))}
    </RowsTable>
  );
}

function Row({ record, filter }: { record: AuditRecord; filter: AuditFilter }) {
  const { action, target, diff, at } = record;
  return (
    <tr role="row">
      <td role="cell" className="cell-main">
        <Link
          from="/p/$project/settings/audit"
          to="."
          search={{ ...filter, action }}
          title={texts.onlyAction(action)}
        >
          {action}
        </Link>
      </td>
      <td role="cell">
        {Object.entries(target)
          .map(([name, value]) => `${name}: ${shown(value)}`)
          .join(', ')}
      </td>
      <td role="cell" className="cell-about">
        {diff.length > 0 && (
          <ul className="differences">
            {diff.map((change) => (
              <li key={change.field}>
                <Difference change={change} />
              </li>
            ))}
          </ul>
        )}
      </td>
      <td role="cell">
        <By record={record} filter={filter} />
      </td>
      <td role="cell" title={texts.request(record.request_id)}>
        <When time={at} />
      </td>
    </tr>
  );
}

function By({ record, filter }: { record: AuditRecord; filter: AuditFilter }) {
  const { by, address } = record;
  const name = visibleText(by.name);
  return (
    <>
      {name}{' '}
      <span className="quiet">
        (
        <Link
          from="/p/$project/settings/audit"
          to="."
          search={{ ...filter, credential: by.credential_id }}
          aria-label={`${texts.kinds[by.kind]}: ${texts.onlyCredential(name)}`}
        >
          {texts.kinds[by.kind]}
        </Link>{' '}
        {texts.from(address)})
      </span>
    </>
  );
}

/** Field with its values before and after the change, if they are recorded. */
function Difference({ change }: { change: Change }) {
  const { field, from, to } = change;
  return (
    <>
      <code>{visibleText(field)}</code>{' '}
      {from === undefined && to === undefined && <em>{texts.changed}</em>}
      {from !== undefined && <del>{shown(from)}</del>}
      {from !== undefined && to !== undefined && ' → '}
      {to !== undefined && <ins>{shown(to)}</ins>}
    </>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return texts.unset;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return visibleText(text.length > CHARACTERS ? `${text.slice(0, CHARACTERS)}…` : text);
}
