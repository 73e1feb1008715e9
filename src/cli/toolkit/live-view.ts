import { type Output, own, stderr } from './output.js';
import { canRedraw } from './terminal.js';

/** Redraw interval of the lines at the bottom, in ms. */
const EVERY_MS = 100;
const COLUMNS = 80;
const UP = own('\u001b[1A');
const ERASE_BELOW = own('\r\u001b[0J');
const HIDE_CURSOR = own('\u001b[?25l');
const SHOW_CURSOR = own('\u001b[?25h');
// Terminals disagree about the width of some emoji. A wider line must not wrap, since only one line would be erased.
const NO_WRAP = own('\u001b[?7l');
const WRAP = own('\u001b[?7h');
const SPINNER = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'];

/**
 * Permanent lines with redrawn lines below them. A stream that cannot be redrawn gets only the permanent lines. Stop
 * the view before anything else writes to the stream.
 */
export class LiveView {
  /** View that is being drawn. Other output is written above its bottom lines. */
  private static drawn: LiveView | null = null;

  readonly redraws: boolean;
  private shown = 0;
  private turn = 0;
  private timer: NodeJS.Timeout | undefined;
  private readonly restore = (): void => this.clear();

  /** `bottom` returns the few lines to redraw, each at most `width` columns wide. */
  constructor(
    private readonly output: Output,
    private readonly bottom: (spinner: string, width: number) => readonly string[],
  ) {
    this.redraws = canRedraw(output);
  }

  /** Writes a permanent line on standard error, above the current view. */
  static say(text: string): void {
    if (LiveView.drawn === null) stderr.write(`${text}\n`);
    else LiveView.drawn.print(text);
  }

  /** Width of the bottom lines. The last column of the terminal stays empty. */
  get width(): number {
    return Math.max(1, (this.output.columns || COLUMNS) - 1);
  }

  /** Starts drawing, or resumes it after {@link stop}. */
  start(): void {
    if (!this.redraws || this.timer !== undefined) return;
    LiveView.drawn = this;
    this.output.write(HIDE_CURSOR);
    // The cursor must be restored however the process ends.
    process.once('exit', this.restore);
    this.timer = setInterval(() => {
      this.turn += 1;
      this.redraw();
    }, EVERY_MS).unref();
    this.redraw();
  }

  /** Writes permanent lines. */
  print(...lines: string[]): void {
    const text = lines.map((line) => `${line}\n`).join('');
    this.output.write(this.erased() + text + this.bottomLines());
  }

  /** Removes the redrawn lines so that others may write. Permanent lines stay. */
  stop(): void {
    if (this.timer === undefined) return;
    clearInterval(this.timer);
    this.timer = undefined;
    LiveView.drawn = null;
    process.off('exit', this.restore);
    this.clear();
  }

  private redraw(): void {
    try {
      this.output.write(this.erased() + this.bottomLines());
    } catch (error) {
      // Stops drawing after an error: the next one would be thrown in the timer, where the command cannot catch it.
      this.stop();
      throw error;
    }
  }

  private clear(): void {
    this.output.write(this.erased() + SHOW_CURSOR);
  }

  private erased(): string {
    const text = this.shown === 0 ? '' : UP.repeat(this.shown) + ERASE_BELOW;
    this.shown = 0;
    return text;
  }

  private bottomLines(): string {
    if (this.timer === undefined) return '';
    const lines = this.bottom(SPINNER[this.turn % SPINNER.length] ?? '', this.width);
    this.shown = lines.length;
    return lines.length === 0 ? '' : `${NO_WRAP}${lines.join('\n')}${WRAP}\n`;
  }
}

/** Returns a progress bar of `width` columns. `part` is from 0 to 1. */
export function progressBar(part: number, width: number): string {
  const full = Math.round(Math.min(1, Math.max(0, part)) * width);
  return '█'.repeat(full) + '░'.repeat(width - full);
}
