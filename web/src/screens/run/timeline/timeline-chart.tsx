import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { timelineTexts } from '../../../texts/en/timeline.js';
import { AXIS, draw, type Palette, readPalette } from './draw.js';
import { type Range, ROW } from './layout.js';
import type { Row } from './rows.js';

const NAMES = 230;
const NAMES_NARROW = 120;
const NARROW = 560;
/** Pointer movement, in px, up to which a press counts as a click. */
const CLICK = 5;

/**
 * Timeline drawn on a canvas; only visible rows are drawn. Arrow keys move between rows, Enter opens a fold, and
 * dragging over a range of time zooms in on it.
 */
export function TimelineChart({
  rows,
  range,
  now,
  selected,
  formatRowName,
  formatRowNote,
  onSelect,
  onOpen,
  onZoom,
}: {
  rows: readonly Row[];
  range: Range;
  now: number;
  selected: string | null;
  formatRowName: (row: Row) => string;
  formatRowNote: (row: Row) => string;
  onSelect: (row: Row) => void;
  onOpen: (row: Row) => void;
  /** Shows the given range; null shows all of it. */
  onZoom: (range: Range | null) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  /** Cached until the theme changes, because computing the colours costs more than drawing. */
  const palette = useRef<Palette>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [brush, setBrush] = useState<[number, number] | null>(null);
  const names = size.width < NARROW ? NAMES_NARROW : NAMES;
  const paint = useCallback(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !place.current || size.width === 0) return;
    const scale = devicePixelRatio;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const top = place.current.scrollTop;
    palette.current ??= readPalette(place.current);
    draw(
      context,
      { rows, range, now, ...size, top, names, selected, brush, formatRowName, formatRowNote },
      palette.current,
    );
  }, [rows, range, now, size, names, selected, brush, formatRowName, formatRowNote]);
  useLayoutEffect(paint, [paint]);
  useThemeChange(
    useCallback(() => {
      palette.current = null;
      paint();
    }, [paint]),
  );
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const watch = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const at = rows.findIndex(({ id }) => id === selected);
  const select = (index: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    const element = place.current;
    if (row === undefined || element === null) return;
    onSelect(row);
    const y = rows.indexOf(row) * ROW;
    if (y < element.scrollTop) element.scrollTop = y;
    const over = y + ROW - (element.scrollTop + size.height - AXIS);
    if (over > 0) element.scrollTop += over;
  };
  const onKey = (event: KeyboardEvent): void => {
    const row = rows[at];
    if (event.key === 'ArrowDown' || event.key === 'ArrowRight') select(at + 1);
    else if (event.key === 'ArrowUp' || event.key === 'ArrowLeft') select(at < 0 ? 0 : at - 1);
    else if (event.key === 'Home') select(0);
    else if (event.key === 'End') select(rows.length - 1);
    else if (event.key === 'Enter' && row !== undefined) onOpen(row);
    else if (event.key === '0') onZoom(null);
    else if (event.key === '+' || event.key === '-') onZoom(zoomed(range, event.key === '+'));
    else return;
    event.preventDefault();
  };
  const measurePointerX = (event: PointerEvent): number => {
    const { left = 0 } = canvas.current?.getBoundingClientRect() ?? {};
    return Math.max(0, Math.min(size.width - names, event.clientX - left - names));
  };
  const rowAt = (event: PointerEvent): Row | undefined => {
    const { top = 0 } = canvas.current?.getBoundingClientRect() ?? {};
    const y = event.clientY - top - AXIS;
    return y < 0 ? undefined : rows[Math.floor((y + (place.current?.scrollTop ?? 0)) / ROW)];
  };
  return (
    <div
      ref={place}
      className="timeline"
      role="group"
      aria-label={timelineTexts.chart}
      aria-describedby="timeline-table"
      tabIndex={0}
      style={{ blockSize: rows.length * ROW + AXIS + 2 }}
      onScroll={paint}
      onKeyDown={onKey}
    >
      <canvas
        ref={canvas}
        aria-hidden="true"
        width={Math.round(size.width * devicePixelRatio)}
        height={Math.round(size.height * devicePixelRatio)}
        style={{ inlineSize: size.width, blockSize: size.height }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setBrush([measurePointerX(event), measurePointerX(event)]);
        }}
        onPointerMove={(event) => brush !== null && setBrush([brush[0], measurePointerX(event)])}
        onPointerUp={(event) => {
          if (brush === null) return;
          const [from, to] = [Math.min(...brush), Math.max(...brush)];
          setBrush(null);
          const row = rowAt(event);
          if (to - from > CLICK) {
            const scale = (range.to - range.from) / Math.max(1, size.width - names);
            onZoom({ from: range.from + from * scale, to: range.from + to * scale });
          } else if (row?.kind === 'fold') onOpen(row);
          else if (row !== undefined) onSelect(row);
        }}
        onPointerCancel={() => setBrush(null)}
      />
      <div style={{ blockSize: Math.max(0, rows.length * ROW + AXIS - size.height) }} />
    </div>
  );
}

/** Returns a range half or twice as long, around the same middle. */
function zoomed({ from, to }: Range, closer: boolean): Range {
  const middle = (from + to) / 2;
  const half = ((to - from) / 2) * (closer ? 0.5 : 2);
  return { from: Math.max(0, middle - half), to: middle + half };
}

function useThemeChange(onChange: () => void): void {
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const chosen = new MutationObserver(onChange);
    chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
    dark.addEventListener('change', onChange);
    return () => {
      chosen.disconnect();
      dark.removeEventListener('change', onChange);
    };
  }, [onChange]);
}
