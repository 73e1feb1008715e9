import { canRedraw, columnsOf } from './terminal.js';

const FRAMES = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'];
const FRAME_MS = 100;
const CLEAR = '\r\u001B[K';

/** Lines that stay, above one that is written over while something goes on; the latter on terminals alone. */
export class StatusLine {
  private timer: NodeJS.Timeout | null = null;
  private frame = 0;
  private drawn = false;
  readonly live: boolean;

  /** `told` gives the text of the line at a moment; '' for none. */
  constructor(
    private readonly stream: NodeJS.WriteStream,
    private readonly told: () => string,
  ) {
    this.live = canRedraw(stream);
  }

  /** Begins to redraw, or goes on after {@link stop}. */
  start(): void {
    if (!this.live || this.timer !== null) return;
    this.timer = setInterval(() => {
      this.frame += 1;
      this.draw();
    }, FRAME_MS).unref();
  }

  /** Takes the line away, so that others may write. */
  stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    this.clear();
  }

  /** A line that stays. */
  print(line: string): void {
    this.clear();
    this.stream.write(`${line}\n`);
    if (this.timer !== null) this.draw();
  }

  draw(): void {
    if (this.timer === null) return;
    const text = this.told();
    if (text === '') return this.clear();
    const sign = FRAMES[this.frame % FRAMES.length];
    const room = columnsOf(this.stream) - 3;
    this.stream.write(`${CLEAR}${sign} ${[...text].slice(0, room).join('')}`);
    this.drawn = true;
  }

  private clear(): void {
    if (this.drawn) this.stream.write(CLEAR);
    this.drawn = false;
  }
}
