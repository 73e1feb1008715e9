import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { shownText } from './plain-text.js';

/** Marks what this program itself has a terminal do. It is drawn for each process, so that no server can know it. */
const MARK = Array.from({ length: 4 }, () => randomInt(1000, 10_000)).join(';');
// oxlint-disable-next-line no-control-regex
const OWN = new RegExp(`\u001b\\[${MARK};(\\d+)m`);
const sequences: string[] = [];

/**
 * Returns a control sequence of this program, a colour or a move of the cursor, as {@link Output.write} lets it through. Until then
 * it counts as a colour, which takes no column. Never pass what comes from elsewhere.
 */
export function own(sequence: string): string {
  if (sequence === '') return '';
  const known = sequences.indexOf(sequence);
  const index = known === -1 ? sequences.push(sequence) - 1 : known;
  return `\u001b[${MARK};${index}m`;
}

/**
 * Standard output or standard error: the only way for the text of a command to its user, which lint holds. All text is cleaned here.
 */
export class Output {
  /** `stream` is for prompts, which draw themselves, and for what asks whether it shows colours. */
  constructor(readonly stream: NodeJS.WriteStream) {}

  get isTTY(): boolean {
    return this.stream.isTTY;
  }

  /** Undefined where it is no terminal. */
  get columns(): number | undefined {
    return this.stream.columns;
  }

  /**
   * Writes text whose hidden characters are shown as `\uXXXX`, except those of {@link own}. JSON stays the same JSON.
   */
  write(text: string): boolean {
    const parts = text.split(OWN);
    // Between two texts stands the index of a sequence.
    const cleaned = parts.map((part, at) =>
      at % 2 === 0 ? shownText(part) : (sequences[Number(part)] ?? ''),
    );
    return this.stream.write(cleaned.join(''));
  }

  /** Writes a text that is what was asked for, such as a script: as it is, but on a terminal as {@link write} does. */
  writeContent(text: string): boolean {
    return this.isTTY ? this.write(text) : this.stream.write(text);
  }

  /** Copies the bytes of a file, as {@link writeContent} does. */
  async copy(content: AsyncIterable<Uint8Array>): Promise<void> {
    if (!this.isTTY) return pipeline(content, this.stream, { end: false });
    const decoder = new TextDecoder();
    for await (const chunk of content)
      if (!this.write(decoder.decode(chunk, { stream: true }))) await once(this.stream, 'drain');
    this.write(decoder.decode());
  }

  /** Goes on where its reader is gone. */
  ignoreErrors(): void {
    this.stream.on('error', () => undefined);
  }
}

export const stdout = new Output(process.stdout);
export const stderr = new Output(process.stderr);
