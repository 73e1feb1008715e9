import { canRedraw, columnsOf } from './terminal.js';

/** How often the lines at the bottom are drawn anew, in ms. */
const EVERY_MS = 100;
const UP = '\u001b[1A';
const ERASE_BELOW = '\r\u001b[0J';
const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
// A line that is wider than it counts, such as one in Chinese, must not become two: they would not be erased.
const NO_WRAP = '\u001b[?7l';
const WRAP = '\u001b[?7h';
const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/**
 * Lines that stay, and below them some that are written over for as long as something goes on. Where the stream is no
 * terminal that can do that, the lines that stay are all that it gets. Close it before anything else is written.
 */
export class LiveView {
  readonly redraws: boolean;
  private shown = 0;
  private turn = 0;
  private readonly timer: NodeJS.Timeout | undefined;
  private readonly restore = (): void => this.clear();

  /** `bottom` gives the lines that are written over, some few, each of at most `width` characters. */
  constructor(
    private readonly stream: NodeJS.WriteStream,
    private readonly bottom: (spinner: string, width: number) => readonly string[],
  ) {
    this.redraws = canRedraw(stream);
    if (!this.redraws) return;
    stream.write(HIDE_CURSOR);
    // Whatever ends the process, the cursor must be there after it.
    process.once('exit', this.restore);
    this.timer = setInterval(() => this.draw(), EVERY_MS).unref();
    this.draw();
  }

  /** Writes lines that stay. */
  print(...lines: string[]): void {
    const text = lines.map((line) => `${line}\n`).join('');
    if (!this.redraws) this.stream.write(text);
    else this.stream.write(this.erased() + text + this.drawn());
  }

  /** Removes the lines at the bottom; what stays, stays. */
  close(): void {
    if (!this.redraws) return;
    clearInterval(this.timer);
    process.off('exit', this.restore);
    this.clear();
  }

  private clear(): void {
    this.stream.write(this.erased() + SHOW_CURSOR);
  }

  private draw(): void {
    this.turn += 1;
    this.stream.write(this.erased() + this.drawn());
  }

  private erased(): string {
    const text = this.shown === 0 ? '' : UP.repeat(this.shown) + ERASE_BELOW;
    this.shown = 0;
    return text;
  }

  private drawn(): string {
    const spinner = SPINNER[this.turn % SPINNER.length] ?? '';
    const lines = this.bottom(spinner, columnsOf(this.stream) - 1);
    this.shown = lines.length;
    return lines.length === 0 ? '' : `${NO_WRAP}${lines.join('\n')}${WRAP}\n`;
  }
}

/** A bar of `width` characters for a part of a whole, 0 to 1. */
export function progressBar(part: number, width: number): string {
  const full = Math.round(Math.min(1, Math.max(0, part)) * width);
  return '█'.repeat(full) + '░'.repeat(width - full);
}
