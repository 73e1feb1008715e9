import { duration } from '../../../texts/en/format.js';
import { computeBars, type Range, ROW, seenRows, computeTicks } from './layout.js';
import type { Row } from './rows.js';

/** State of the chart to draw; sizes are in px. */
export interface Drawing {
  rows: readonly Row[];
  range: Range;
  now: number;
  width: number;
  height: number;
  /** Scroll offset. */
  top: number;
  /** Width of the column of names. */
  names: number;
  selected: string | null;
  /** Range that is being marked with the pointer, from and to. */
  brush: readonly [number, number] | null;
  formatRowName: (row: Row) => string;
  formatRowNote: (row: Row) => string;
}

export const AXIS = 26;
const COLOURS = {
  failed: 'failed',
  cancelled: 'quiet',
  open: 'running',
  done: 'success',
} as const;
const INDENT = 14;
const BAR = 12;
const TICKS_APART = 110;
const NOTE_GAP = 6;

/** Colours of the theme. */
export type Palette = Record<
  | 'ink'
  | 'quiet'
  | 'line'
  | 'paper'
  | 'raised'
  | 'selected'
  | 'accent'
  | 'running'
  | 'waiting'
  | 'success'
  | 'failed',
  string
>;

/** Returns the colours of the theme at an element, because a canvas cannot use CSS variables. */
export function readPalette(element: HTMLElement): Palette {
  const probe = document.createElement('span');
  element.append(probe);
  const colour = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const palette = {
    ink: colour('ink'),
    quiet: colour('quiet'),
    line: colour('line'),
    paper: colour('paper'),
    raised: colour('raised'),
    selected: colour('selected'),
    accent: colour('accent'),
    running: colour('running'),
    waiting: colour('waiting'),
    success: colour('success'),
    failed: colour('failed'),
  };
  probe.remove();
  return palette;
}

/** Draws the visible rows; the cost does not depend on the total number of rows. */
export function draw(context: CanvasRenderingContext2D, of: Drawing, palette: Palette): void {
  const { width, height, names, rows, top } = of;
  context.clearRect(0, 0, width, height);
  context.font = '13px system-ui, sans-serif';
  context.textBaseline = 'middle';
  const chart = Math.max(1, width - names);
  const [first, end] = seenRows(rows.length, top, height - AXIS);
  context.save();
  context.beginPath();
  context.rect(0, AXIS, width, height - AXIS);
  context.clip();
  for (let index = first; index < end; index += 1) {
    const row = rows[index];
    if (row !== undefined) drawRow(context, row, AXIS + index * ROW - top, of, palette, chart);
  }
  context.restore();
  drawAxis(context, of, palette, chart);
  if (of.brush !== null) {
    const [from, to] = of.brush;
    context.globalAlpha = 0.25;
    context.fillStyle = palette.accent;
    context.fillRect(names + Math.min(from, to), 0, Math.abs(to - from), height);
    context.globalAlpha = 1;
  }
}

function drawAxis(
  context: CanvasRenderingContext2D,
  { range, names, height, width }: Drawing,
  palette: Palette,
  chart: number,
): void {
  context.fillStyle = palette.quiet;
  context.strokeStyle = palette.line;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(0, AXIS - 0.5);
  context.lineTo(width, AXIS - 0.5);
  context.moveTo(names - 0.5, AXIS);
  context.lineTo(names - 0.5, height);
  context.stroke();
  for (const tick of computeTicks(range, chart, TICKS_APART)) {
    const x = names + ((tick - range.from) * chart) / Math.max(1, range.to - range.from);
    const text = tick === 0 ? '0' : duration(tick);
    const size = context.measureText(text).width;
    context.fillText(text, Math.min(Math.max(x, names + 2), width - size - 2), AXIS / 2);
  }
}

function drawRow(
  context: CanvasRenderingContext2D,
  row: Row,
  y: number,
  of: Drawing,
  palette: Palette,
  chart: number,
): void {
  const middle = y + ROW / 2;
  if (row.id === of.selected) {
    context.fillStyle = palette.selected;
    context.fillRect(0, y, of.width, ROW);
  }
  context.strokeStyle = palette.line;
  context.beginPath();
  context.moveTo(0, y + ROW - 0.5);
  context.lineTo(of.width, y + ROW - 0.5);
  context.stroke();
  drawName(context, row, middle, of, palette);
  const bars = computeBars(row, of.range, chart, of.now);
  for (const { x, width, state, look } of bars) {
    const left = of.names + x;
    const high = middle - BAR / 2;
    if (state === 'queued') hatch(context, left, high, width, palette.quiet);
    else if (state === 'waiting') {
      context.strokeStyle = look === 'failed' ? palette.failed : palette.waiting;
      context.lineWidth = 1.5;
      context.strokeRect(left + 1, high + 1, Math.max(1, width - 2), BAR - 2);
      context.lineWidth = 1;
    } else {
      context.fillStyle = palette[COLOURS[look]];
      context.fillRect(left, high, width, BAR);
    }
  }
  const last = bars.at(-1);
  if (last === undefined) return;
  const note = of.formatRowNote(row);
  const size = context.measureText(note).width;
  const right = of.names + last.x + last.width + NOTE_GAP;
  const left = of.names + (bars[0]?.x ?? 0) - NOTE_GAP - size;
  context.fillStyle = palette.quiet;
  if (right + size < of.width) context.fillText(note, right, middle);
  else if (left > of.names) context.fillText(note, left, middle);
}

function drawName(
  context: CanvasRenderingContext2D,
  row: Row,
  middle: number,
  { names, formatRowName }: Drawing,
  palette: Palette,
): void {
  const failed = row.kind === 'span' && row.span.status === 'failed';
  context.save();
  context.beginPath();
  context.rect(0, middle - ROW / 2, names - 4, ROW);
  context.clip();
  context.fillStyle = failed ? palette.failed : row.kind === 'fold' ? palette.quiet : palette.ink;
  context.fillText(formatRowName(row), 6 + Math.min(row.depth, 6) * INDENT, middle);
  context.restore();
}

/** Draws hatching for time in the queue, during which nothing ran. */
function hatch(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  colour: string,
): void {
  context.save();
  context.beginPath();
  context.rect(x, y, width, BAR);
  context.clip();
  context.strokeStyle = colour;
  context.globalAlpha = 0.7;
  context.beginPath();
  for (let at = x - (x % 6) - BAR; at < x + width; at += 6) {
    context.moveTo(at, y + BAR);
    context.lineTo(at + BAR, y);
  }
  context.stroke();
  context.strokeRect(x + 0.5, y + 0.5, Math.max(0, width - 1), BAR - 1);
  context.restore();
}
