import { useState } from 'react';
import { partTexts } from '../texts/en/parts.js';
import { findColumns } from './json-table.js';
import { Copy } from './copy.js';
import { JsonTree } from './json-tree.js';
import { TextWithPaths } from './known-files.js';
import { looksLikeMarkdown } from './looks-like-markdown.js';
import { MarkdownView } from './markdown-view.js';
import { visibleText } from './visible-text.js';

type Form = 'markdown' | 'table' | 'tree' | 'raw';
/** Limits of what is shown: rows of a table, and characters of raw JSON. */
const ROWS = 200;
const CHARACTERS = 200_000;

/**
 * JSON as a table (for a list of objects), as Markdown (for a Markdown string), as a tree or raw, with a button that
 * copies it.
 */
export function JsonView({ value, label }: { value: unknown; label: string }) {
  const columns = findColumns(value);
  const markdown = typeof value === 'string' && looksLikeMarkdown(value) ? value : null;
  const first: Form | null = markdown !== null ? 'markdown' : columns !== null ? 'table' : null;
  const [form, setForm] = useState<Form>(first ?? 'tree');
  const forms: Form[] = [...(first === null ? [] : [first]), 'tree', 'raw'];
  return (
    <>
      <div className="json-forms">
        <div className="choices" role="group" aria-label={partTexts.formOf(label)}>
          {forms.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === form}
              onClick={() => setForm(each)}
            >
              {partTexts.forms[each]}
            </button>
          ))}
        </div>
        <Copy text={() => JSON.stringify(value, null, 2)} label={partTexts.copyJson(label)}>
          {partTexts.copyAsJson}
        </Copy>
      </div>
      {form === 'markdown' && markdown !== null && (
        <MarkdownView level={2}>{markdown}</MarkdownView>
      )}
      {form === 'tree' && <JsonTree value={value} />}
      {form === 'raw' && <Raw value={value} label={label} />}
      {form === 'table' && columns !== null && Array.isArray(value) && (
        <Table rows={value} columns={columns} label={label} />
      )}
    </>
  );
}

function Raw({ value, label }: { value: unknown; label: string }) {
  const text = JSON.stringify(value, null, 2);
  return (
    <pre className="scrolls" tabIndex={0} aria-label={label}>
      {visibleText(text.slice(0, CHARACTERS))}
      {text.length > CHARACTERS && `\n${partTexts.moreCharacters(text.length - CHARACTERS)}`}
    </pre>
  );
}

function Table({
  rows,
  columns,
  label,
}: {
  rows: readonly unknown[];
  columns: readonly string[];
  label: string;
}) {
  const cell = (row: unknown, column: string): string => {
    const value: unknown =
      typeof row === 'object' && row !== null ? Reflect.get(row, column) : undefined;
    if (value === undefined) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  return (
    <div className="scrolls" tabIndex={0} role="region" aria-label={label}>
      <table className="json-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {visibleText(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS).map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column}>
                  <bdi>
                    <TextWithPaths>{cell(row, column)}</TextWithPaths>
                  </bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > ROWS && <p className="quiet">{partTexts.moreRows(rows.length - ROWS)}</p>}
    </div>
  );
}
