import type { TaskEvent } from '../../../events/task-event.js';
import { plainText } from '../../frame/plain-text.js';
import { columnsOf, style } from '../../frame/terminal.js';
import { StatusLine } from '../../frame/status-line.js';

/** Progress that plain lines tell of, in percent. */
const PLAIN_STEP = 25;
const BAR = 20;
const NARROW = 60;

/** `0.2 s`, `1 min 20 s`. */
export function duration(ms: number): string {
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Shows on standard error what a task tells while it runs. */
export class RunView {
  private readonly line: StatusLine;
  private readonly stream = process.stderr;
  private readonly dim = style('dim', process.stderr);
  private readonly green = style('green', process.stderr);
  private readonly red = style('red', process.stderr);
  private readonly yellow = style('yellow', process.stderr);
  private phase: { text: string; since: number } | null = null;
  private progress = 0;
  private toldProgress = 0;
  private note: string | null = null;
  private since: number | null = null;

  /** `phases`: those that the meta-task declares. */
  constructor(private readonly phases: readonly string[]) {
    this.line = new StatusLine(this.stream, () => this.status());
  }

  start(): void {
    this.since ??= Date.now();
    this.line.start();
  }

  /** So that somebody can be asked meanwhile. */
  pause(): void {
    this.line.stop();
  }

  /** A line of the command's own. */
  say(text: string): void {
    this.line.print(text);
  }

  warn(text: string): void {
    this.line.print(this.yellow(text));
  }

  /** What the line at the bottom says instead of a phase; null for the phase. */
  wait(note: string | null): void {
    if (note !== null && note !== this.note && !this.line.live) this.say(this.dim(note));
    this.note = note;
    this.line.draw();
  }

  /** `child`: the name of the task that tells it, where that is a child. */
  show(event: TaskEvent, child: string | null): void {
    const { type, data, createdAt } = event;
    if (type === 'log') this.log(event, child);
    if (type === 'step') this.step(data, child);
    if (child !== null) return;
    if (type === 'phase' && typeof data['phase'] === 'string') this.enter(data['phase'], createdAt);
    if (type === 'progress' && typeof data['progress'] === 'number') this.goOn(data['progress']);
    if (type === 'status') this.settle(event);
  }

  /** Ends the last phase, and takes the line away. */
  end(success: boolean, at: number): void {
    this.leave(at, success);
    this.line.stop();
  }

  /** How long it took, and whether it came to its end. */
  conclude(status: string, told: string): void {
    const took = duration(this.took);
    if (status === 'success') this.say(this.green(`✓ done in ${took}`));
    else
      this.say(
        this.red(`✗ ${status === 'cancelled' ? 'cancelled' : 'failed'} after ${took}${told}`),
      );
  }

  private get took(): number {
    return this.since === null ? 0 : Date.now() - this.since;
  }

  private settle({ data, createdAt, attempt }: TaskEvent): void {
    const { status, error_message: error } = data;
    if (status !== 'pending' || typeof error !== 'string') return;
    // It failed, and is to be tried again.
    this.leave(createdAt, false);
    const again = typeof data['run_at'] === 'string' ? ` at ${clock(data['run_at'])}` : '';
    this.warn(`attempt ${attempt} failed: ${plainText(error)}; the next one starts${again}`);
  }

  private enter(text: string, at: number): void {
    this.leave(at, true);
    this.phase = { text: plainText(text).replaceAll('\n', ' '), since: at };
    if (this.line.live) this.line.draw();
    else this.say(`▸ ${this.phase.text}${this.ofPhases()}`);
  }

  private leave(at: number, success: boolean): void {
    if (this.phase === null) return;
    const { text, since } = this.phase;
    const sign = success ? this.green('✓') : this.red('✗');
    this.say(`${sign} ${text} ${this.dim(duration(at - since))}`);
    this.phase = null;
  }

  private goOn(progress: number): void {
    this.progress = progress;
    if (this.line.live) return this.line.draw();
    const reached = progress - (progress % PLAIN_STEP);
    if (reached > this.toldProgress) this.say(this.dim(`  ${progress} %`));
    this.toldProgress = Math.max(reached, this.toldProgress);
  }

  private log({ level, data }: TaskEvent, child: string | null): void {
    const { text } = data;
    if (typeof text !== 'string') return;
    const from = child === null ? '' : this.dim(`[${child}] `);
    const colour = {
      error: this.red,
      warning: this.yellow,
      debug: this.dim,
      info: (plain: string) => plain,
    };
    const paint = colour[level ?? 'info'];
    const mark = level === 'error' || level === 'warning' ? `${level}: ` : '';
    for (const row of plainText(text).split('\n')) this.say(`  ${from}${paint(mark + row)}`);
  }

  private step(data: TaskEvent['data'], child: string | null): void {
    const { kind, name, status, attempts, error_message: error } = data;
    if (kind !== 'step' && kind !== 'task') return;
    const from = child === null ? '' : this.dim(`[${child}] `);
    const told = `${String(kind)} ${plainText(typeof name === 'string' ? name : '')}`;
    const why = typeof error === 'string' ? `: ${plainText(error)}` : '';
    if (status === 'success') this.say(`  ${from}${this.dim(`✓ ${told}`)}`);
    else if (status === 'failed') this.say(`  ${from}${this.red(`✗ ${told}${why}`)}`);
    else if (status === 'waiting' && kind === 'step')
      this.say(
        `  ${from}${this.yellow(`↻ ${told}, try ${typeof attempts === 'number' ? attempts : ''} failed${why}; once more`)}`,
      );
    else if (status === 'waiting') this.say(`  ${from}${this.dim(`→ ${told}`)}`);
  }

  private status(): string {
    const took = duration(this.took);
    if (this.note !== null) return `${this.note}  ${took}`;
    const phase = this.phase === null ? 'running' : this.phase.text + this.ofPhases();
    if (this.progress === 0) return `${phase}  ${took}`;
    const filled = Math.round((this.progress / 100) * BAR);
    const bar =
      columnsOf(this.stream) < NARROW ? '' : `${'━'.repeat(filled)}${'╌'.repeat(BAR - filled)} `;
    return `${bar}${this.progress} %  ${phase}  ${took}`;
  }

  private ofPhases(): string {
    const at = this.phases.indexOf(this.phase?.text ?? '');
    return at === -1 ? '' : ` (${at + 1} of ${this.phases.length})`;
  }
}

/** The time of day that a time is at. */
export function clock(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-GB');
}
