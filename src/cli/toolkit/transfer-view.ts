import { exitAtInterrupt } from './interrupted-transfer.js';
import { LiveView, progressBar } from './live-view.js';
import { cut } from './text-width.js';
import { bytesText } from './units.js';
import { stderr } from './output.js';

const BAR_COLUMNS = 30;

/**
 * How far files have come on their way: a bar where it can be drawn, and a line for each that is there. Until it is closed
 * Ctrl-C undoes what is unfinished.
 */
export class TransferView {
  private readonly view: LiveView | null;
  private bytes = 0;
  private readonly began = Date.now();
  private readonly interrupt = exitAtInterrupt();

  /** `quiet`: nothing is shown. */
  constructor(
    private readonly total: number,
    quiet: boolean,
  ) {
    this.view = quiet
      ? null
      : new LiveView(stderr, (spinner, width) => [this.line(spinner, width)]);
    this.view?.start();
  }

  advance(bytes: number): void {
    this.bytes += bytes;
  }

  /** A line that stays. */
  done(line: string): void {
    this.view?.print(line);
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
