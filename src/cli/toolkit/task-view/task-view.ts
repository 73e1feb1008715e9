import { plainLine } from '../plain-text.js';
import { getStatusFormat, getStatusMark } from '../status-mark.js';
import { style } from '../terminal.js';
import { LiveView, progressBar } from '../live-view.js';
import { cut, measureTextWidth } from '../text-width.js';
import { durationText } from '../units.js';
import { isFinished } from '../../../workflow/engine/state/task-status.js';
import { ChildCount } from './child-count.js';
import {
  approvalText,
  type EventText,
  isOpen,
  type Level,
  readLevel,
  LEVELS,
  logTexts,
  retryText,
  stepName,
  stepText,
} from './event-text.js';
import { TextLines } from './text-lines.js';
import { lineIn, numberIn, type ShownEvent, textIn } from './shown-event.js';
import { type Output, stderr } from '../output.js';

const BAR_COLUMNS = 20;
/** Minimum terminal width, in columns, for a progress bar. */
const COLUMNS_FOR_BAR = 60;
const LEAST_WHAT = 8;

interface Standing {
  /** Activity or wait of the task. */
  what: string;
  /** Text after the activity that is never truncated: place in the queue, duration. */
  behind: string;
  /** Progress in percent. */
  progress: number;
}

/** Returns the status line of a task in at most `width` columns. Text is truncated if necessary; figures are not. */
function statusLine(spinner: string, standing: Standing, width: number): string {
  const { what, behind, progress } = standing;
  const bar = width < COLUMNS_FOR_BAR ? '' : `${progressBar(progress / 100, BAR_COLUMNS)} `;
  const head = `${spinner} ${progress === 0 ? '' : `${bar}${progress} %  `}`;
  const space = width - measureTextWidth(head) - measureTextWidth(behind);
  return cut(head + cut(what, Math.max(LEAST_WHAT, space)) + behind, width);
}

export interface TaskViewOptions {
  /** Phases declared by the meta-task, in order. With them, a phase is shown as k of n. */
  phases?: readonly string[];
  /** Minimum level of the log lines that are shown. */
  level?: Level;
  /** True if this command runs the task: it asks for approvals itself and reports waits by {@link TaskView.wait}. */
  here?: boolean;
  output?: Output;
}

/** Progress step, in percent, for which a line is written on outputs that cannot be redrawn. */
const PLAIN_STEP = 25;

/**
 * Shows the progress of a task on standard error: phases with their times, log lines and steps, and the current status
 * below.
 */
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
  /** Last log line, if it is incomplete. */
  private openLine: ShownEvent['data'] | null = null;

  constructor(private readonly options: TaskViewOptions = {}) {
    this.output = options.output ?? stderr;
    this.live = new LiveView(this.output, (spinner, width) => this.bottom(spinner, width));
  }

  /** Starts drawing, or resumes it after {@link stop}. */
  start(): void {
    this.live.start();
  }

  /** Stops drawing so that the command may ask or write. Earlier lines stay. */
  stop(): void {
    this.live.stop();
  }

  /** `child` is the name of the child task that the event belongs to, if any. */
  show(event: ShownEvent, child: string | null = null): void {
    const { type, time, data } = event;
    if (type === 'text') return child === null ? this.write(this.text.add(data)) : undefined;
    // A line of text continues while only the progress changes.
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

  /** Writes a line of the command itself. */
  say(text: string): void {
    this.live.print(text);
  }

  warn(text: string): void {
    this.print({ text, format: 'yellow' });
  }

  /** Shows what the task waits for, in addition to its events. */
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
    if (!this.live.redraws) this.say(`${getStatusMark('running')} ${name}${this.place(name)}`);
  }

  /** Ends the phase and its count of children. */
  private leave(status: string, time: number): void {
    this.count(true);
    if (this.phase === null) return;
    const { name, since } = this.phase;
    const took = ` ${durationText(time - since)}`;
    const shown = this.live.redraws ? cut(name, this.live.width - took.length - 2) : name;
    this.say(
      `${this.paint(getStatusFormat(status), getStatusMark(status))} ${shown}${this.paint('dim', took)}`,
    );
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
    if (LEVELS.indexOf(readLevel(data)) < LEVELS.indexOf(level)) return false;
    return child === null || this.children.isLogged(readLevel(data));
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
    // Waits that the command reports by `wait` and the states of a fan-out's children are not shown.
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

  /** Writes the count of a fan-out: at intervals if the output cannot be redrawn, and at the end. */
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
    // Only the end of an incomplete line is shown, since it has the latest text.
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

  /** Writes a line indented below its phase. */
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
