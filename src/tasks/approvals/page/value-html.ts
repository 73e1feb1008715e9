import {
  isJsonObject,
  type Json,
  type JsonObject,
  objectOrNull,
} from '../../../base/kernel/json.js';
import { type Html, markup } from './html.js';

/** Nesting depth from which values are shown as JSON. */
const MAX_DEPTH = 6;
/** Most columns of a table. A list of flat objects with more members is shown as a list. */
const MAX_COLUMNS = 8;

/**
 * Returns any JSON as HTML for people. `schema` is the schema of the value; its titles replace the names of members.
 */
export function valueHtml(value: Json, schema: Json = null, depth = 0): Html {
  if (!isContainer(value)) return scalarHtml(value, depth);
  if (depth >= MAX_DEPTH) return markup`<pre>${JSON.stringify(value, null, 2)}</pre>`;
  if (!Array.isArray(value)) return objectHtml(value as JsonObject, schema, depth);
  if (value.length === 0) return markup`<span class="none">none</span>`;
  const items = objectOrNull(objectOrNull(schema)?.['items']);
  const columns = findColumns(value);
  if (columns !== null) return tableHtml(value as JsonObject[], columns, items);
  return markup`<ul>
    ${value.map((item) => markup`<li>${valueHtml(item, items, depth + 1)}</li>`)}
  </ul>`;
}

function scalarHtml(value: Json, depth: number): Html {
  if (value === '') return markup`<span class="none">empty</span>`;
  if (value === null) return markup`<span class="none">none</span>`;
  if (typeof value === 'boolean') return markup`${value ? 'yes' : 'no'}`;
  // Text with line breaks, or text that is the whole proposal, keeps its line breaks.
  if (typeof value === 'string' && (depth === 0 || value.includes('\n')))
    return markup`<pre class="text">${value}</pre>`;
  return markup`${typeof value === 'number' ? value : String(value as string)}`;
}

function objectHtml(value: JsonObject, schema: Json, depth: number): Html {
  const entries = Object.entries(value);
  if (entries.length === 0) return markup`<span class="none">none</span>`;
  return markup`<dl>
    ${entries.map(
      ([name, item]) =>
        markup`<dt>${resolveMemberTitle(schema, name)}</dt>
          <dd>${valueHtml(item, findMemberSchema(schema, name), depth + 1)}</dd>`,
    )}
  </dl>`;
}

function tableHtml(rows: readonly JsonObject[], columns: readonly string[], schema: Json): Html {
  return markup`<div class="wide"><table>
    <thead><tr>${columns.map((name) => markup`<th scope="col">${resolveMemberTitle(schema, name)}</th>`)}</tr></thead>
    <tbody>
      ${rows.map(
        (row) =>
          markup`<tr>
            ${columns.map((name) => markup`<td>${Object.hasOwn(row, name) ? valueHtml(row[name] ?? null, null, 1) : null}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table></div>`;
}

/** Returns the names of all members of a list of flat objects, in order of appearance; null for any other list. */
function findColumns(list: readonly Json[]): string[] | null {
  const names = new Set<string>();
  for (const item of list) {
    if (!isJsonObject(item) || Object.values(item).some(isContainer)) return null;
    for (const name of Object.keys(item)) names.add(name);
    if (names.size > MAX_COLUMNS) return null;
  }
  return list.length > 1 && names.size > 0 ? [...names] : null;
}

/** Returns the title that a schema has for a member, else the member's name. */
export function resolveMemberTitle(schema: Json, name: string): string {
  const title = objectOrNull(findMemberSchema(schema, name))?.['title'];
  return typeof title === 'string' && title !== '' ? title : name;
}

function findMemberSchema(schema: Json, name: string): Json {
  const members = objectOrNull(objectOrNull(schema)?.['properties']);
  return members !== null && Object.hasOwn(members, name) ? (members[name] ?? null) : null;
}

function isContainer(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}
