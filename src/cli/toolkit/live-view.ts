import { type Output, own, stderr } from './output.js';
import { canRedraw } from './terminal.js';

/** Interval at which the lines at the bottom are redrawn, in ms. */
const EVERY_MS = 100;
const COLUMNS = 80;
const UP = own('\u001b[1A');
const ERASE_BELOW = own('\r\u001b[0J');
const HIDE_CURSOR = own('\u001b[?25l');
const SHOW_CURSOR = own('\u001b[?25h');
// Terminals differ in how wide some emoji are: a line that comes out wider must not become two, which are not erased.
const NO_WRAP = own('\u001b[?7l');
const WRAP = own('\u001b[?7h');
const SPINNER = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'];

/**
 * Lines that stay, and below them some that are written over for as long as something goes on. Where the stream is no
 * terminal that can do that, the lines that stay are all that it gets. Stop it before anything else is written.
 */
export class LiveView {
  /** The one that is drawn now, above whose bottom others write. */
  private static drawn: LiveView | null = null;

  readonly redraws: boolean;
  private shown = 0;
  private turn = 0;
  private timer: NodeJS.Timeout | undefined;
  private readonly restore = (): void => this.clear();

  /** `bottom` returns the lines that are written over, some few, each of at most `width` columns. */
  constructor(
    private readonly output: Output,
    private readonly bottom: (spinner: string, width: number) => readonly string[],
  ) {
    this.redraws = canRedraw(output);
  }

  /** Writes a line on standard error that stays, above what is drawn there. */
  static say(text: string): void {
    if (LiveView.drawn === null) stderr.write(`${text}\n`);
    else LiveView.drawn.print(text);
  }

  /** Columns of a line at the bottom: the last one of the terminal stays free. */
  get width(): number {
    return Math.max(1, (this.output.columns || COLUMNS) - 1);
  }

  /** Begins to draw the lines at the bottom, or goes on after {@link stop}. */
  start(): void {
    if (!this.redraws || this.timer !== undefined) return;
    LiveView.drawn = this;
    this.output.write(HIDE_CURSOR);
    // Whatever ends the process, the cursor must be there after it.
    process.once('exit', this.restore);
    this.timer = setInterval(() => {
      this.turn += 1;
      this.redraw();
    }, EVERY_MS).unref();
    this.redraw();
  }

  /** Writes lines that stay. */
  print(...lines: string[]): void {
    const text = lines.map((line) => `${line}\n`).join('');
    this.output.write(this.erased() + text + this.bottomLines());
  }

  /** Removes the lines at the bottom, so that others may write; what stays, stays. */
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
      // What cannot be drawn once is not drawn again: the next time would be beside the command, which cannot catch it.
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

/** Returns a bar of `width` columns for a part of a whole, 0 to 1. */
export function progressBar(part: number, width: number): string {
  const full = Math.round(Math.min(1, Math.max(0, part)) * width);
  return '█'.repeat(full) + '░'.repeat(width - full);
}
