import type { Json } from '../../kernel/json.js';
import { LiveView, progressBar } from './live-view.js';
import { cut, plainLine, plainText } from './plain-text.js';
import { formatOf, markOf } from './status-mark.js';
import { style } from './terminal.js';
import { toldDuration } from './units.js';

/** An event of a task, from a server's stream or from this process. */
export interface LiveEvent {
  type: string;
  /** ms since the epoch. */
  time: number;
  data: Readonly<Record<string, Json>>;
}

export interface LiveTaskOptions {
  /** The phases that the meta-task declares, in their order: then a phase is told as k of n. */
  phases?: readonly string[];
  /** Of log lines the least severe that is shown; null shows none. */
  level?: keyof typeof SEVERITY | null;
  stream?: NodeJS.WriteStream;
}

const SEVERITY = { debug: 0, info: 1, warning: 2, error: 3 } as const;
const LEVEL_FORMAT = { debug: 'dim', info: 'reset', warning: 'yellow', error: 'red' } as const;
const BAR_COLUMNS = 30;
/** Where nothing can be drawn anew, progress is told in steps of so many percent. */
const PLAIN_STEP = 10;

/** Shows a task as it goes: phases with their times, log lines, steps, and below them where it is. On standard error. */
export class LiveTask {
  private readonly view: LiveView;
  private readonly stream: NodeJS.WriteStream;
  private readonly phases: readonly string[];
  private readonly least: number;
  private phase: { name: string; since: number } | null = null;
  private status = 'pending';
  private statusSince: number | null = null;
  private progress = 0;
  private toldProgress = 0;
  private attempt = 0;
  private waitsFor = '';

  constructor({ phases = [], level = 'debug', stream = process.stderr }: LiveTaskOptions = {}) {
    this.stream = stream;
    this.phases = phases;
    this.least = level === null ? Infinity : SEVERITY[level];
    this.view = new LiveView(stream, (spinner, width) => this.bottom(spinner, width));
  }

  show({ type, time, data }: LiveEvent): void {
    if (type === 'log') this.log(data);
    else if (type === 'phase') this.enter(textOf(data['phase']), time);
    else if (type === 'progress') this.advance(numberOf(data['progress']));
    else if (type === 'step') this.step(data);
    else if (type === 'approval') this.approval(data);
    else if (type === 'status') this.change(data, time);
  }

  /** A line for people among those of the task. */
  note(text: string): void {
    this.view.print(this.paint('dim', text));
  }

  /** Ends the drawing; what was told stays. */
  close(): void {
    this.view.close();
  }

  private change(data: LiveEvent['data'], time: number): void {
    const status = textOf(data['status']);
    const attempt = numberOf(data['attempt']);
    if (status === 'running' && attempt > 1 && attempt !== this.attempt)
      this.view.print(this.paint('yellow', `attempt ${attempt}`));
    this.attempt = attempt;
    if (status !== this.status) this.statusSince = time;
    this.status = status;
    this.progress = numberOf(data['progress']);
    if (status === 'success' || status === 'failed' || status === 'cancelled')
      this.leave(time, status);
    else if (status === 'pending') this.again(data, time);
  }

  /** What has failed and is tried again says so. */
  private again(data: LiveEvent['data'], time: number): void {
    const code = textOf(data['error_code']);
    if (code === '') return;
    this.leave(time, 'failed');
    const said = plainLine(textOf(data['error_message'])) || code;
    this.view.print(this.paint('yellow', `  attempt ${this.attempt} failed: ${said}`));
  }

  private enter(name: string, time: number): void {
    this.leave(time, 'success');
    this.phase = { name: plainLine(name), since: time };
    if (!this.view.redraws) this.view.print(`${markOf('running')} ${this.phaseName()}`);
  }

  private leave(time: number, status: string): void {
    if (this.phase === null) return;
    const told = `${this.phaseName()}  ${toldDuration(time - this.phase.since)}`;
    this.view.print(`${this.paint(formatOf(status), markOf(status))} ${told}`);
    this.phase = null;
  }

  private phaseName(): string {
    const name = this.phase?.name ?? '';
    const at = this.phases.indexOf(name);
    return at === -1 ? name : `${name} (${at + 1} of ${this.phases.length})`;
  }

  private advance(percent: number): void {
    this.progress = percent;
    if (this.view.redraws || percent < this.toldProgress + PLAIN_STEP) return;
    this.toldProgress = percent - (percent % PLAIN_STEP);
    this.view.print(`  ${percent} %`);
  }

  private log(data: LiveEvent['data']): void {
    const level = levelOf(data['level']);
    if (SEVERITY[level] < this.least) return;
    const [first = '', ...more] = plainText(textOf(data['text'])).split('\n');
    const head = `  ${this.paint(LEVEL_FORMAT[level], level.padEnd(7))} `;
    this.view.print(head + first, ...more.map((line) => ' '.repeat(10) + line));
  }

  private step(data: LiveEvent['data']): void {
    const [kind, status] = [textOf(data['kind']), textOf(data['status'])];
    const name = plainLine(textOf(data['name']));
    const told = kind === name ? kind : `${kind} ${JSON.stringify(name)}`;
    this.waitsFor = status === 'waiting' ? told : '';
    // An approval tells of itself.
    if (kind === 'approval') return;
    if (status === 'waiting') this.view.print(this.paint('dim', `  … ${told}`));
    else if (status === 'failed') {
      const why = plainLine(textOf(data['error_message']));
      this.view.print(this.paint('red', `  ${markOf(status)} ${told}: ${why}`));
    } else this.view.print(this.paint('dim', `  ${markOf(status)} ${told}`));
  }

  private approval(data: LiveEvent['data']): void {
    const status = textOf(data['status']);
    const prompt = plainLine(textOf(data['prompt']));
    if (status === 'pending') {
      const id = textOf(data['approval_id']);
      this.view.print(
        this.paint('yellow', `  ? ${prompt}`),
        this.paint('dim', `    approval ${id}`),
      );
      return;
    }
    const who = plainLine(textOf(data['decided_by']));
    const told = `  ${markOf(status)} ${prompt}: ${status}${who === '' ? '' : ` by ${who}`}`;
    this.view.print(this.paint(formatOf(status), told));
  }

  private bottom(spinner: string, width: number): string[] {
    if (this.status !== 'running') return [cut(this.idle(spinner), width)];
    const since = this.phase?.since ?? this.statusSince;
    const time = since === null ? '' : `  ${toldDuration(Date.now() - since)}`;
    const head = cut(`${spinner} ${this.phaseName() || 'running'}${time}`, width);
    if (this.progress === 0) return [head];
    const columns = Math.max(4, Math.min(BAR_COLUMNS, width - 8));
    return [head, `  ${progressBar(this.progress / 100, columns)} ${this.progress} %`];
  }

  private idle(spinner: string): string {
    if (this.status === 'waiting')
      return `${spinner} waiting${this.waitsFor === '' ? '' : ` for ${this.waitsFor}`}`;
    return `${spinner} ${this.status === 'pending' ? 'waits for its turn' : this.status}`;
  }

  private paint(format: Parameters<typeof style>[0], text: string): string {
    return style(format, this.stream)(text);
  }
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: Json | undefined): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

function levelOf(value: Json | undefined): keyof typeof SEVERITY {
  const level = textOf(value);
  return level === 'debug' || level === 'warning' || level === 'error' ? level : 'info';
}
