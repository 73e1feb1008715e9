import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FileEntry } from '../../api/types.js';
import { FileLink } from '../../parts/file-link.js';
import { useKeys } from '../../parts/use-keys.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { bytes } from '../../texts/en/format.js';
import { texts } from '../../texts/en/files.js';
import { ConversionMark } from './conversion-note.js';
import type { FilePlace } from './use-workspace.js';

const ROW = 36;
const OVERSCAN = 12;
const { list: words } = texts;

/**
 * Table of the entries of a folder; only visible rows are rendered. `onEnd` is called when the last entry is rendered.
 */
export function FilesTable({
  place,
  entries,
  onEnd,
}: {
  place: FilePlace;
  entries: readonly FileEntry[];
  onEnd: () => void;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    if (body.current) setMargin(body.current.getBoundingClientRect().top + scrollY);
  }, []);
  // This component is not memoized by a compiler, so the warning does not apply.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => ROW,
    getItemKey: (index) => entries[index]?.path ?? index,
    overscan: OVERSCAN,
    scrollMargin: margin,
  });
  useRowKeys(body, entries.length, (index) => virtual.scrollToIndex(index));
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const before = (first?.start ?? margin) - margin;
  const after = virtual.getTotalSize() - ((last?.end ?? margin) - margin);
  const atEnd = (last?.index ?? 0) >= entries.length - 1;
  useEffect(() => {
    if (atEnd) onEnd();
  }, [atEnd, onEnd, entries.length]);
  // Explicit roles: the layout of narrow screens removes the implicit roles of table elements.
  return (
    <table
      role="table"
      className="rows files-table"
      aria-label={words.label(visibleText(place.path))}
      aria-rowcount={entries.length + 1}
    >
      <thead role="rowgroup">
        <tr role="row">
          {Object.values(words.columns).map((name) => (
            <th key={name} role="columnheader" scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" ref={body}>
        <Spacer size={before} />
        {items.map(({ index, key }) => {
          const entry = entries[index];
          return (
            entry && (
              <tr
                key={key}
                role="row"
                data-index={index}
                ref={virtual.measureElement}
                aria-rowindex={index + 2}
              >
                <Cells place={place} entry={entry} />
              </tr>
            )
          );
        })}
        <Spacer size={after} />
      </tbody>
    </table>
  );
}

function Cells({ place: { project, ws }, entry }: { place: FilePlace; entry: FileEntry }) {
  const folder = entry.type === 'directory';
  return (
    <>
      <td role="cell" className="cell-main">
        <FileLink project={project.slug} ws={ws} path={entry.path}>
          <span className="file-sign" aria-hidden="true">
            {folder ? '▸' : '·'}
          </span>
          <bdi>{visibleText(entry.name)}</bdi>
        </FileLink>
      </td>
      <td role="cell">{folder ? words.folder : bytes(entry.size)}</td>
      <td role="cell">
        <When time={entry.updated_at} />
      </td>
      <td role="cell">
        <WrittenBy project={project.slug} of={entry} />
      </td>
      <td role="cell">
        <ConversionMark of={entry} />
      </td>
    </>
  );
}

/** Name of the user or token that wrote a file, or a link to the run that did. */
export function WrittenBy({
  project,
  of: { written_by: writer },
}: {
  project: string;
  of: Pick<FileEntry, 'written_by'>;
}) {
  if (writer === null) return null;
  if (writer.kind === 'task')
    return (
      <Link to="/p/$project/runs/$task" params={{ project, task: writer.id }}>
        {words.by.task}
      </Link>
    );
  const name = visibleText(writer.name ?? writer.id);
  return <bdi>{writer.kind === 'api_key' ? words.by.api_key(name) : words.by.user(name)}</bdi>;
}

function Spacer({ size }: { size: number }) {
  if (size <= 0) return null;
  return (
    <tr className="spacer" aria-hidden="true" style={{ blockSize: size }}>
      <td colSpan={5} />
    </tr>
  );
}

/** Moves the focus from row to row with `j` and `k`. */
function useRowKeys(
  body: { current: HTMLElement | null },
  count: number,
  show: (index: number) => void,
): void {
  const at = useRef(-1);
  const showing = useRef(show);
  useEffect(() => {
    showing.current = show;
  });
  useKeys(
    useMemo(() => {
      const go = (by: number): void => {
        const focused = document.activeElement?.closest('[data-index]');
        if (focused && body.current?.contains(focused))
          at.current = Number(focused.getAttribute('data-index'));
        at.current = Math.max(0, Math.min(count - 1, at.current + by));
        showing.current(at.current);
        // The row may not be rendered before the next frame.
        requestAnimationFrame(() =>
          body.current
            ?.querySelector<HTMLElement>(`[data-index="${at.current}"] a`)
            ?.focus({ preventScroll: true }),
        );
      };
      return { j: () => go(1), k: () => go(-1) };
    }, [body, count]),
  );
}
