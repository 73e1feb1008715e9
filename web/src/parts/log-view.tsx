import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { LogLine } from '../api/types.js';
import type { Lines } from '../live/line-store.js';
import { logTexts } from '../texts/en/log.js';
import { markedSpans, parseAnsiSpans } from './ansi.js';
import { buildLogRows } from './log-rows.js';
import { TextWithPaths } from './known-files.js';

const ROW = 20;
const OVERSCAN = 30;
/**
 * Distances in px: from the end within which the view follows it, and from the start within which older lines are
 * loaded.
 */
const NEAR_END = 40;
const NEAR_START = 600;

export interface LogViewProps {
  log: Lines;
  /** Text whose matches are marked. */
  q: string;
  /** First marked line, which is scrolled to. */
  line: number | undefined;
  /** Last marked line, if several are marked. */
  last?: number | undefined;
  /** Changes to scroll to the marked line again. */
  jump?: number;
  wrap: boolean;
  clock: (line: LogLine) => string | null;
  onOlder: () => void;
  /** Called when a line number is clicked; `extend` is true if it ends a range. */
  onLine: (seq: number, extend: boolean) => void;
}

/** Lines of a log, of which only the visible ones are rendered. The view follows the end until the user scrolls up. */
export function LogView({
  log,
  q,
  line,
  last = line,
  jump,
  wrap,
  clock,
  onOlder,
  onLine,
}: LogViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [follows, setFollows] = useState(line === undefined);
  const rows = useMemo(() => buildLogRows(log.lines), [log.lines]);
  // The React Compiler is not in use, so nothing memoizes this hook incorrectly.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => place.current,
    estimateSize: () => ROW,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
    // Keeps the visible lines in place when older lines are inserted above.
    anchorTo: 'end',
  });
  const newer = useNewer(log.lines, follows);
  useLayoutEffect(() => {
    if (follows && place.current) place.current.scrollTop = place.current.scrollHeight;
  }, [follows, rows, wrap]);
  const target = rows.findIndex((row) => row.line?.seq === line);
  useEffect(() => {
    if (target >= 0) {
      setFollows(false);
      virtual.scrollToIndex(target, { align: 'center' });
    }
    // The index changes with each page of older lines, so only the arrival of the line and explicit jumps scroll to it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [line, jump, target >= 0]);
  const onScroll = (): void => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = place.current ?? {};
    setFollows(scrollHeight - scrollTop - clientHeight < NEAR_END);
    if (scrollTop < NEAR_START) onOlder();
  };
  return (
    <div className="log-frame">
      <div
        ref={place}
        className={wrap ? 'log log-wrap' : 'log'}
        role="log"
        aria-live="off"
        aria-label={logTexts.label}
        tabIndex={0}
        onScroll={onScroll}
      >
        <div className="log-lines" style={{ blockSize: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, key }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <div
                key={key}
                ref={wrap ? virtual.measureElement : undefined}
                data-index={index}
                className="log-row"
                style={{ transform: `translateY(${start}px)` }}
              >
                {row.line === null ? (
                  <div className="log-attempt">{logTexts.attempt(row.attempt)}</div>
                ) : (
                  <Row
                    line={row.line}
                    number={log.first === null ? null : log.first + row.index}
                    marked={
                      line !== undefined &&
                      last !== undefined &&
                      row.line.seq >= line &&
                      row.line.seq <= last
                    }
                    q={q}
                    clock={clock}
                    onLine={onLine}
                  />
                )}
              </div>
            );
          })}
        </div>
      </div>
      {!follows && newer > 0 && (
        <button type="button" className="log-newer" onClick={() => setFollows(true)}>
          {logTexts.newer(newer)}
        </button>
      )}
    </div>
  );
}

/** A memoized row, which is not rendered again at each frame of a scroll. */
const Row = memo(function Row({
  line,
  number,
  marked,
  q,
  clock,
  onLine,
}: {
  line: LogLine;
  number: number | null;
  marked: boolean;
  q: string;
  clock: (line: LogLine) => string | null;
  onLine: LogViewProps['onLine'];
}): ReactNode {
  const time = clock(line);
  return (
    <div className={`log-line log-${line.level}`} aria-current={marked ? 'true' : undefined}>
      <button
        type="button"
        className="log-number"
        tabIndex={-1}
        title={line.time}
        aria-label={logTexts.linkTo(number ?? line.seq)}
        onClick={({ shiftKey }) => onLine(line.seq, shiftKey)}
      >
        {number ?? '#'}
      </button>
      {time !== null && <span className="log-clock">{time}</span>}
      <LineText text={line.text} q={q} />
    </div>
  );
});

/** Text of a line with its colours and marked matches. */
export function LineText({ text, q = '' }: { text: string; q?: string }) {
  return (
    <bdi className="log-text">
      {markedSpans(parseAnsiSpans(text), q).map(({ text: part, classes }, index) =>
        classes === '' ? (
          <TextWithPaths key={index}>{part}</TextWithPaths>
        ) : (
          <span key={index} className={classes}>
            <TextWithPaths>{part}</TextWithPaths>
          </span>
        ),
      )}
    </bdi>
  );
}

/** Returns the number of lines that have arrived since the view left the end. */
function useNewer(lines: readonly LogLine[], follows: boolean): number {
  const last = lines.at(-1)?.seq ?? 0;
  const [left, setLeft] = useState(last);
  if (follows && left !== last) setLeft(last);
  return lines.length - 1 - lines.findLastIndex(({ seq }) => seq <= left);
}
