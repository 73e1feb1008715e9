import { plainText } from '../plain-text.js';
import type { EventText } from './event-text.js';
import { type ShownEvent, textIn } from './shown-event.js';

/** Puts the pieces of text that a task writes together to lines. What a model thinks is dim. */
export class TextLines {
  private step = '';
  private format: EventText['format'] = 'reset';
  private rest = '';
  /** A line of the step has been returned. */
  private shown = false;

  /** Returns the lines that are whole with the text of an event. */
  add(data: ShownEvent['data']): EventText[] {
    const step = textIn(data, 'step_id');
    const format = textIn(data, 'kind') === 'reasoning' ? 'dim' : 'reset';
    const again = data['reset'] === true;
    if (again && step === this.step) this.rest = '';
    const before = step === this.step && format === this.format ? [] : this.end();
    if (step !== this.step) this.shown = false;
    Object.assign(this, { step, format });
    const note = again && this.shown ? [{ text: '(written again)', format: 'dim' as const }] : [];
    const lines = (this.rest + textIn(data, 'text')).split('\n');
    this.rest = lines.pop() ?? '';
    return [...before, ...note, ...this.made(lines)];
  }

  /** The line that has begun; '' where there is none. */
  get begun(): string {
    return plainText(this.rest);
  }

  /** Returns the line that has begun, to be shown before something else; nothing where there is none. */
  end(): EventText[] {
    const { rest } = this;
    this.rest = '';
    return this.made(rest === '' ? [] : [rest]);
  }

  private made(lines: readonly string[]): EventText[] {
    if (lines.length > 0) this.shown = true;
    const { format } = this;
    return lines.map((line) => ({ text: plainText(line), format }));
  }
}
