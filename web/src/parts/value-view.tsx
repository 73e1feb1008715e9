import { texts } from '../texts/en/values.js';
import { findColumns } from './json-table.js';
import { isContainer, isObject, type JsonObject, jsonText } from './json.js';
import { UserText } from './user-text.js';
import { visibleText } from './visible-text.js';

/** Nesting depth from which on values are shown as JSON. */
const MAX_DEPTH = 6;
/** Maximum number of members for showing a list of flat objects as a table. */
const MAX_COLUMNS = 8;

/**
 * Readable view of any JSON: a text, names with values, a list, or a table of flat objects. The titles in `schema`
 * replace names.
 */
export function ValueView({
  value,
  schema,
  depth = 0,
}: {
  value: unknown;
  schema?: unknown;
  depth?: number;
}) {
  if (!isContainer(value)) return <Scalar value={value} depth={depth} />;
  if (depth >= MAX_DEPTH) return <JsonBlock value={value} />;
  if (!Array.isArray(value))
    return <Names value={value as JsonObject} schema={schema} depth={depth} />;
  if (value.length === 0) return <span className="quiet">{texts.none}</span>;
  const items = isObject(schema) ? schema['items'] : undefined;
  const isTable = value.length > 1 && value.every(isFlat);
  const columns = isTable ? findColumns(value, MAX_COLUMNS) : null;
  if (columns !== null)
    return <Rows rows={value as JsonObject[]} columns={columns} schema={items} />;
  return (
    <ul className="values">
      {value.map((item, index) => (
        <li key={index}>
          <ValueView value={item} schema={items} depth={depth + 1} />
        </li>
      ))}
    </ul>
  );
}

/** A value as indented JSON. */
export function JsonBlock({ value, label = texts.json }: { value: unknown; label?: string }) {
  return (
    <pre className="code-block" tabIndex={0} role="region" aria-label={label}>
      {visibleText(jsonText(value))}
    </pre>
  );
}

function Scalar({ value, depth }: { value: unknown; depth: number }) {
  if (value === '') return <span className="quiet">{texts.empty}</span>;
  if (value === null || value === undefined) return <span className="quiet">{texts.none}</span>;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value !== 'string') return String(value as number);
  // A text is a paragraph if it is the whole value or has several lines.
  return depth === 0 || value.includes('\n') ? (
    <p className="lines">
      <UserText>{value}</UserText>
    </p>
  ) : (
    <UserText>{value}</UserText>
  );
}

function Names({ value, schema, depth }: { value: JsonObject; schema: unknown; depth: number }) {
  const entries = Object.entries(value);
  if (entries.length === 0) return <span className="quiet">{texts.none}</span>;
  return (
    <dl className="names">
      {entries.map(([name, item]) => (
        <div key={name}>
          <dt>
            <UserText>{resolveMemberTitle(schema, name)}</UserText>
          </dt>
          <dd>
            <ValueView value={item} schema={findMemberSchema(schema, name)} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Rows({
  rows,
  columns,
  schema,
}: {
  rows: readonly JsonObject[];
  columns: readonly string[];
  schema: unknown;
}) {
  return (
    <div className="wide" tabIndex={0} role="region" aria-label={texts.table}>
      <table className="grid">
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                <UserText>{resolveMemberTitle(schema, name)}</UserText>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((name) => (
                <td key={name}>
                  {Object.hasOwn(row, name) && <ValueView value={row[name]} depth={1} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns whether a value is an object without objects and lists in it. */
function isFlat(value: unknown): boolean {
  return isObject(value) && !Object.values(value).some(isContainer);
}

function resolveMemberTitle(schema: unknown, name: string): string {
  const member = findMemberSchema(schema, name);
  const title = isObject(member) ? member['title'] : undefined;
  return typeof title === 'string' && title !== '' ? title : name;
}

function findMemberSchema(schema: unknown, name: string): unknown {
  const members = isObject(schema) ? schema['properties'] : undefined;
  return isObject(members) && Object.hasOwn(members, name) ? members[name] : undefined;
}
