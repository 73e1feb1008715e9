import { plainText } from '../plain-text.js';
import { type ShownEvent, textIn } from './shown-event.js';

/** Puts the pieces of text that a task writes together to lines. */
export class TextLines {
  private rest = '';

  /** Returns the lines that are whole with the text of an event. */
  add(data: ShownEvent['data']): string[] {
    const again = data['reset'] === true;
    const lines = ((again ? '' : this.rest) + textIn(data, 'text')).split('\n');
    this.rest = lines.pop() ?? '';
    const whole = lines.map(plainText);
    return again ? ['(written again)', ...whole] : whole;
  }

  /** Returns the line that has begun, to be shown before something else; nothing where there is none. */
  end(): string[] {
    const { rest } = this;
    this.rest = '';
    return rest === '' ? [] : [plainText(rest)];
  }
}
