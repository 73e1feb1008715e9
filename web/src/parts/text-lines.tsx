import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { partTexts } from '../texts/en/parts.js';
import type { LineRange } from './line-range.js';
import { visibleText } from './visible-text.js';

const ROW = 20;
const OVERSCAN = 30;
/** A line is cut off here: the browser lays out no line of a megabyte. */
const MOST_CHARACTERS = 5_000;

/** The lines of a text with their numbers, of which only those are rendered that can be seen. */
export function TextLines({
  lines,
  first = 1,
  marked,
  label,
  onLine,
}: {
  lines: readonly string[];
  /** The number of the first of them. */
  first?: number;
  /** The lines that are marked, and shown at first. */
  marked?: LineRange | undefined;
  label: string;
  /** A number was chosen; `extends` where it ends a range. */
  onLine: (line: number, extend: boolean) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  // No compiler memoizes this component.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => place.current,
    estimateSize: () => ROW,
    overscan: OVERSCAN,
  });
  const target = marked === undefined ? undefined : marked.from - first;
  useEffect(() => {
    if (target !== undefined && target >= 0 && target < lines.length)
      virtual.scrollToIndex(target, { align: 'center' });
    // Only where the address leads elsewhere.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [target, lines]);
  return (
    <div ref={place} className="text-lines" tabIndex={0} role="region" aria-label={label}>
      <div className="log-lines" style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const number = first + index;
          const within = marked !== undefined && number >= marked.from && number <= marked.to;
          const text = lines[index] ?? '';
          return (
            <div key={key} className="log-row" style={{ transform: `translateY(${start}px)` }}>
              <div className="log-line" aria-current={within ? 'true' : undefined}>
                <button
                  type="button"
                  className="log-number"
                  tabIndex={-1}
                  aria-label={partTexts.linkToLine(number)}
                  onClick={({ shiftKey }) => onLine(number, shiftKey)}
                >
                  {number}
                </button>
                <bdi className="log-text">
                  {visibleText(text.slice(0, MOST_CHARACTERS))}
                  {text.length > MOST_CHARACTERS &&
                    ` ${partTexts.moreCharacters(text.length - MOST_CHARACTERS)}`}
                </bdi>
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}
