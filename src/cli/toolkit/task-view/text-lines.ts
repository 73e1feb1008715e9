import { plainText } from '../plain-text.js';
import type { EventText } from './event-text.js';
import { type ShownEvent, textIn } from './shown-event.js';

/** Combines the pieces of text that a task writes into lines. The reasoning of a model is dimmed. */
export class TextLines {
  private step = '';
  private format: EventText['format'] = 'reset';
  private rest = '';
  /** True if a line of the step was already returned. */
  private shown = false;

  /** Adds the text of an event and returns the completed lines. */
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

  /** Incomplete line, or ''. */
  get begun(): string {
    return plainText(this.rest);
  }

  /** Ends the incomplete line and returns it, if there is one, so that something else can follow. */
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
