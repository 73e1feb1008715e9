import { plainLine } from '../plain-text.js';
import { formatOf, markOf } from '../status-mark.js';
import { style } from '../terminal.js';
import { LiveView } from '../live-view.js';
import { cut } from '../text-width.js';
import { durationText } from '../units.js';
import { isFinished } from '../../../workflow/engine/state/task-status.js';
import { ChildCount } from './child-count.js';
import {
  approvalText,
  type EventText,
  isOpen,
  type Level,
  levelOf,
  LEVELS,
  logTexts,
  retryText,
  stepName,
  stepText,
} from './event-text.js';
import { TextLines } from './text-lines.js';
import { lineIn, numberIn, type ShownEvent, textIn } from './shown-event.js';
import { statusLine } from './status-line.js';
import { type Output, stderr } from '../output.js';

export interface TaskViewOptions {
  /** The phases that the meta-task declares, in their order: then a phase is shown as k of n. */
  phases?: readonly string[];
  /** The least severe level of log lines that is shown. */
  level?: Level;
  /** The command runs the task: it asks for approvals itself, and says what the task waits for by {@link TaskView.wait}. */
  here?: boolean;
  output?: Output;
}

/** Where nothing can be redrawn, progress is a line for each so many percent. */
const PLAIN_STEP = 25;

/** Shows a task as it goes: phases with their times, log lines, steps, and below them where it is. On standard error. */
export class TaskView {
  private readonly live: LiveView;
  private readonly output: Output;
  private readonly children = new ChildCount();
  private phase: { name: string; since: number } | null = null;
  private status = { name: 'pending', since: Date.now() };
  private progress = 0;
  private plainProgress = 0;
  private note = '';
  private readonly text = new TextLines();
  /** The line of the log that came last, where it goes on. */
  private openLine: ShownEvent['data'] | null = null;

  constructor(private readonly options: TaskViewOptions = {}) {
    this.output = options.output ?? stderr;
    this.live = new LiveView(this.output, (spinner, width) => this.bottom(spinner, width));
  }

  /** Begins to draw, or goes on after {@link stop}. */
  start(): void {
    this.live.start();
  }

  /** Ends the drawing, so that the command may ask or write; what was shown stays. */
  stop(): void {
    this.live.stop();
  }

  /** `child`: the name of the task that the event is of, where that is a child. */
  show(event: ShownEvent, child: string | null = null): void {
    const { type, time, data } = event;
    if (type === 'text') return child === null ? this.write(this.text.add(data)) : undefined;
    // A line of text goes on while only the progress changes.
    if (type !== 'progress') this.write(this.text.end());
    if (type === 'log') this.openLine = isOpen(data) && this.isShown(data, child) ? data : null;
    if (type === 'log' && !isOpen(data)) this.log(data, child);
    else if (type === 'step') this.step(data, child);
    else if (child !== null) return;
    else if (type === 'phase') this.enter(lineIn(data, 'phase'), time);
    else if (type === 'progress') this.advance(numberIn(data, 'progress'));
    else if (type === 'approval') this.approval(data);
    else if (type === 'status') this.change(data, time);
  }

  /** Writes a line of the command's own among those of the task. */
  say(text: string): void {
    this.live.print(text);
  }

  warn(text: string): void {
    this.print({ text, format: 'yellow' });
  }

  /** Says what the task waits for, where events do not. */
  wait(note: string): void {
    if (note !== this.note && !this.live.redraws) this.print({ text: note, format: 'dim' });
    this.note = note;
  }

  private change(data: ShownEvent['data'], time: number): void {
    const name = textIn(data, 'status');
    if (name !== this.status.name) this.status = { name, since: time };
    if (typeof data['progress'] === 'number') this.progress = data['progress'];
    if (name !== 'waiting') this.note = '';
    if (isFinished(name)) this.leave(name, time);
    const again = name === 'pending' ? retryText(data) : null;
    if (again === null) return;
    this.leave('failed', time);
    this.plainProgress = 0;
    this.warn(again);
  }

  private enter(name: string, time: number): void {
    this.leave('success', time);
    this.phase = { name, since: time };
    if (!this.live.redraws) this.say(`${markOf('running')} ${name}${this.place(name)}`);
  }

  /** Ends the phase and what was counted in it. */
  private leave(status: string, time: number): void {
    this.count(true);
    if (this.phase === null) return;
    const { name, since } = this.phase;
    const took = ` ${durationText(time - since)}`;
    const shown = this.live.redraws ? cut(name, this.live.width - took.length - 2) : name;
    this.say(`${this.paint(formatOf(status), markOf(status))} ${shown}${this.paint('dim', took)}`);
    this.phase = null;
  }

  private place(name: string): string {
    const { phases = [] } = this.options;
    const at = phases.map(plainLine).indexOf(name);
    return at === -1 ? '' : ` (${at + 1} of ${phases.length})`;
  }

  private advance(percent: number): void {
    this.progress = percent;
    if (this.live.redraws || percent < this.plainProgress + PLAIN_STEP) return;
    this.plainProgress = percent - (percent % PLAIN_STEP);
    this.print({ text: `  ${percent} %`, format: 'dim' });
  }

  private write(lines: readonly EventText[]): void {
    for (const line of lines) this.below(line);
  }

  private log(data: ShownEvent['data'], child: string | null): void {
    if (this.isShown(data, child)) for (const line of logTexts(data)) this.below(line, child);
  }

  private isShown(data: ShownEvent['data'], child: string | null): boolean {
    const { level = 'debug' } = this.options;
    if (LEVELS.indexOf(levelOf(data)) < LEVELS.indexOf(level)) return false;
    return child === null || this.children.isLogged(levelOf(data));
  }

  private step(data: ShownEvent['data'], child: string | null): void {
    const line = stepText(data);
    if (textIn(data, 'kind') === 'task') {
      if (child === null) this.childStep(data, line);
      return;
    }
    const status = textIn(data, 'status');
    const waits = status === 'waiting';
    const runs = status === 'running' ? stepName(data) : '';
    if (child === null) this.note = waits ? `waits for ${stepName(data)}` : runs;
    // What the command says of it by `wait`, and what each of many does.
    const aside =
      child === null
        ? waits && this.options.here === true && textIn(data, 'kind') !== 'step'
        : this.children.isFanOut;
    if (line !== null && !aside) this.below(line, child);
  }

  private childStep(data: ShownEvent['data'], line: EventText | null): void {
    const status = textIn(data, 'status');
    this.children.set(textIn(data, 'id'), status);
    const { total, isOpen } = this.children;
    this.note = isOpen ? `waits for ${total > 1 ? 'children' : stepName(data)}` : '';
    if (line !== null && this.children.isNamed(status)) this.below(line);
    this.count();
  }

  /** Writes the count of a fan-out, from time to time where it is not drawn, and at its end. */
  private count(last = false): void {
    const text = last || !this.live.redraws ? this.children.due(last) : null;
    if (text !== null) this.print({ text: `  ${text}`, format: 'dim' });
  }

  private approval(data: ShownEvent['data']): void {
    const pending = textIn(data, 'status') === 'pending';
    if (pending && this.options.here === true) return;
    this.below(approvalText(data));
    if (pending) this.below({ text: `  approval ${lineIn(data, 'approval_id')}`, format: 'dim' });
  }

  private bottom(spinner: string, width: number): string[] {
    // Of a line that is written yet, the end is what is new.
    const begun = this.text.begun.slice(-(width - 2));
    const [open] = this.openLine === null ? [] : logTexts(this.openLine);
    return [
      ...(begun === '' ? [] : [cut(`  ${begun}`, width)]),
      ...(open === undefined ? [] : [cut(`  ${open.text}`, width)]),
      statusLine(spinner, this.standing(), width),
      ...(this.children.total > 1 ? [cut(`  ${this.children.text}`, width)] : []),
    ];
  }

  private standing(): Parameters<typeof statusLine>[1] {
    const { name, since } = this.status;
    const { phase, progress, note } = this;
    const took = (from: number): string => `  ${durationText(Date.now() - from)}`;
    if (name === 'pending') return { what: 'waits for its turn', behind: '', progress: 0 };
    if (name !== 'running' || phase === null)
      return { what: note || name, behind: took(since), progress };
    return { what: phase.name, behind: this.place(phase.name) + took(phase.since), progress };
  }

  /** Writes a line below the phase that it belongs to. */
  private below({ text, format }: EventText, child: string | null = null): void {
    const from = child === null ? '' : this.paint('dim', `[${child}] `);
    this.say(`  ${from}${this.paint(format, text)}`);
  }

  private print({ text, format }: EventText): void {
    this.say(this.paint(format, text));
  }

  private paint(format: EventText['format'], text: string): string {
    return style(format, this.output)(text);
  }
}
