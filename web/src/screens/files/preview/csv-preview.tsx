import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { visibleText } from '../../../parts/visible-text.js';
import { texts } from '../../../texts/en/files.js';
import { csvRows } from './csv-rows.js';

const { file: words } = texts;
const MOST_ROWS = 1_000;
const MOST_COLUMNS = 200;
const ROW = 32;
const OVERSCAN = 20;
/** Minimum and maximum width of a column, in characters. */
const [LEAST, MOST] = [4, 40];
const MOST_CHARACTERS = 500;

/** Table of the first rows of a delimited text; only visible rows are rendered. */
export function CsvPreview({ name, text }: { name: string; text: string }) {
  const { header, rows, more } = useMemo(() => csvRows(text, MOST_ROWS), [text]);
  const count = Math.min(MOST_COLUMNS, Math.max(header.length, ...rows.map((row) => row.length)));
  const columns = useMemo(
    () =>
      Array.from({ length: count }, (_, column) => {
        const longest = Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0));
        return Math.min(MOST, Math.max(LEAST, longest)) + 3;
      }),
    [count, header, rows],
  );
  const place = useRef<HTMLDivElement>(null);
  // This component is not memoized by a compiler, so the warning does not apply.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => place.current,
    estimateSize: () => ROW,
    overscan: OVERSCAN,
  });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <>
      <p className="quiet">{words.rows(rows.length, more)}</p>
      <div
        ref={place}
        className="csv"
        tabIndex={0}
        role="region"
        aria-label={words.tableOf(visibleText(name))}
      >
        <table aria-rowcount={rows.length + 1}>
          <colgroup>
            {columns.map((width, column) => (
              <col key={column} style={{ inlineSize: `${width}ch` }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map((_, column) => (
                <th key={column} scope="col">
                  <Cell>{header[column] ?? ''}</Cell>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Spacer size={before} columns={count} />
            {items.map(({ index }) => (
              <tr key={index} aria-rowindex={index + 2}>
                {columns.map((_, column) => (
                  <td key={column}>
                    <Cell>{rows[index]?.[column] ?? ''}</Cell>
                  </td>
                ))}
              </tr>
            ))}
            <Spacer size={after} columns={count} />
          </tbody>
        </table>
      </div>
    </>
  );
}

function Cell({ children: text }: { children: string }) {
  const shown = visibleText(text.slice(0, MOST_CHARACTERS));
  return <bdi title={text.length > MOST ? shown : undefined}>{shown}</bdi>;
}

function Spacer({ size, columns }: { size: number; columns: number }) {
  if (size <= 0) return null;
  return (
    <tr aria-hidden="true" style={{ blockSize: size }}>
      <td colSpan={columns} />
    </tr>
  );
}
