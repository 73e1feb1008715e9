import { exitAtInterrupt } from './interrupted-transfer.js';
import { LiveView, progressBar } from './live-view.js';
import { cut } from './text-width.js';
import { bytesText } from './units.js';
import { stderr } from './output.js';

const BAR_COLUMNS = 30;
const MOST_LINES = 5;
/** Interval between lines about pending work, in ms. */
const EVERY_MS = 2_000;

/**
 * Shows the progress of file transfers: a bar if the output can be redrawn, and a line per completed file. Until it is
 * closed, Ctrl-C undoes unfinished transfers.
 */
export class TransferView {
  private readonly view: LiveView | null;
  private bytes = 0;
  private waiting: readonly string[] = [];
  private saidAt = -Infinity;
  private readonly began = Date.now();
  private readonly interrupt = exitAtInterrupt();

  /** `quiet` suppresses all output. */
  constructor(
    private readonly total: number,
    quiet: boolean,
  ) {
    this.view = quiet
      ? null
      : new LiveView(stderr, (spinner, width) => [
          this.line(spinner, width),
          ...this.waiting.map((line) => cut(`  ${line}`, width)),
        ]);
    this.view?.start();
  }

  advance(bytes: number): void {
    this.bytes += bytes;
  }

  /** Writes a permanent line. */
  done(line: string): void {
    this.view?.print(line);
  }

  /** Shows pending work: several lines if they can be redrawn, else one line every two seconds. */
  wait(lines: readonly string[]): void {
    this.waiting = lines.slice(0, MOST_LINES);
    const [first] = lines;
    if (this.view === null || this.view.redraws || first === undefined) return;
    if (performance.now() - this.saidAt < EVERY_MS) return;
    this.saidAt = performance.now();
    const more = lines.length > 1 ? `, and ${lines.length - 1} more` : '';
    stderr.write(`${first}${more}\n`);
  }

  close(): void {
    this.view?.stop();
    this.interrupt[Symbol.dispose]();
  }

  private line(spinner: string, width: number): string {
    const part = this.total === 0 ? 1 : this.bytes / this.total;
    const seconds = (Date.now() - this.began) / 1000;
    const rate = seconds < 1 ? '' : `, ${bytesText(Math.round(this.bytes / seconds))}/s`;
    const figures = `${bytesText(this.bytes)} of ${bytesText(this.total)}${rate}`;
    const columns = Math.min(BAR_COLUMNS, width - figures.length - 4);
    const bar = columns < 4 ? '' : `${progressBar(part, columns)}  `;
    return cut(`${spinner} ${bar}${figures}`, width);
  }
}
