import { progressText, computeShare } from '../../../toolkit/conversion-progress.js';
import { LiveView, progressBar } from '../../../toolkit/live-view.js';
import { stderr } from '../../../toolkit/output.js';
import { plainLine } from '../../../toolkit/plain-text.js';
import { cut } from '../../../toolkit/text-width.js';
import { bytesText } from '../../../toolkit/units.js';
import type { Converting } from '../conversions.js';

/** Interval between lines, in ms, if the output cannot be redrawn. */
const EVERY_MS = 2_000;
const BAR_COLUMNS = 20;
/** Maximum number of documents shown with their progress. */
const SHOWN = 3;

export interface SyncState {
  /** Current step, such as `looking at the folder`. */
  step: string;
  files: number;
  done: number;
  bytes: number;
  converting: readonly Converting[];
  /** Number of documents still being converted. */
  waiting: number;
}

/** Shows the progress of a sync: redrawn on a terminal, otherwise one line every two seconds. */
export class SyncView {
  private readonly view: LiveView | null;
  private timer: NodeJS.Timeout | undefined;

  /** `quiet` suppresses all output. */
  constructor(
    private readonly state: SyncState,
    private readonly quiet: boolean,
  ) {
    this.view = quiet ? null : new LiveView(stderr, (spinner, width) => this.lines(spinner, width));
  }

  start(): void {
    this.view?.start();
    if (this.view === null || this.view.redraws) return;
    this.timer ??= setInterval(() => stderr.write(`${this.figures()}\n`), EVERY_MS).unref();
  }

  /** Writes a line that is not redrawn. */
  say(line: string): void {
    if (!this.quiet) this.view?.print(line);
  }

  stop(): void {
    this.view?.stop();
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private lines(spinner: string, width: number): string[] {
    const { files, done, converting } = this.state;
    const figures = this.figures();
    const columns = Math.min(BAR_COLUMNS, width - figures.length - 4);
    const bar = files === 0 || columns < 4 ? '' : `${progressBar(done / files, columns)}  `;
    const documents = converting
      .filter(({ progress }) => progress?.place == null)
      .slice(0, SHOWN)
      .map((one) => documentLine(one, width));
    return [cut(`${spinner} ${bar}${figures}`, width), ...documents];
  }

  private figures(): string {
    const { step, files, done, bytes, waiting } = this.state;
    if (files === 0) return step;
    const sent = bytes === 0 ? '' : `, ${bytesText(bytes)} sent`;
    const wait = waiting === 0 ? '' : `, ${waiting} being converted`;
    return `${done} of ${files} files${sent}${wait}${done === files || step === '' ? '' : `: ${step}`}`;
  }
}

function documentLine({ document, progress }: Converting, width: number): string {
  const text = progress == null ? 'is being converted' : progressText(progress);
  const share = progress == null ? null : computeShare(progress);
  const bar = share === null ? '' : `${progressBar(share, BAR_COLUMNS / 2)}  `;
  const name = Math.max(8, width - text.length - bar.length - 6);
  return cut(`  ${bar}${cut(plainLine(document), name)}  ${text}`, width);
}
