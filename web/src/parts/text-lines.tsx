import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { partTexts } from '../texts/en/parts.js';
import type { LineRange } from './line-range.js';
import { visibleText } from './visible-text.js';

const ROW = 20;
const OVERSCAN = 30;
/** Length at which a line is cut off, in characters, since browsers cannot lay out lines of a megabyte. */
const MOST_CHARACTERS = 5_000;

/** Numbered lines of a text, of which only the visible ones are rendered. */
export function TextLines({
  lines,
  first = 1,
  marked,
  label,
  onLine,
}: {
  lines: readonly string[];
  /** Number of the first line. */
  first?: number;
  /** Marked lines, which are scrolled to. */
  marked?: LineRange | undefined;
  label: string;
  /** Called when a line number is clicked; `extend` is true if it ends a range. */
  onLine: (line: number, extend: boolean) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  // The React Compiler is not in use, so nothing memoizes this hook incorrectly.
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
    // Scrolls only when the URL leads to other lines, or the text changes.
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
