import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { shownText } from './plain-text.js';

/** Marks this program's own control sequences. It is random for each process, so that no server can guess it. */
const MARK = Array.from({ length: 4 }, () => randomInt(1000, 10_000)).join(';');
// oxlint-disable-next-line no-control-regex
const OWN = new RegExp(`\u001b\\[${MARK};(\\d+)m`);
const sequences: string[] = [];

/**
 * Returns a control sequence, such as a colour or a cursor movement, in the form that {@link Output.write} lets
 * through. In this form, it counts as a colour, which has no width. Never pass text from other sources.
 */
export function own(sequence: string): string {
  if (sequence === '') return '';
  const known = sequences.indexOf(sequence);
  const index = known === -1 ? sequences.push(sequence) - 1 : known;
  return `\u001b[${MARK};${index}m`;
}

/**
 * Wraps standard output or standard error. All text of commands goes through this class, which lint enforces, and is
 * sanitised here.
 */
export class Output {
  /** `stream` is for prompts, which draw themselves, and for checks whether it supports colours. */
  constructor(readonly stream: NodeJS.WriteStream) {}

  get isTTY(): boolean {
    return this.stream.isTTY;
  }

  /** Width in columns, or undefined if this is not a terminal. */
  get columns(): number | undefined {
    return this.stream.columns;
  }

  /**
   * Writes text and replaces invisible characters by `\uXXXX`, except in sequences of {@link own}. JSON keeps its
   * meaning.
   */
  write(text: string): boolean {
    const parts = text.split(OWN);
    // Odd parts are indexes of control sequences.
    const cleaned = parts.map((part, at) =>
      at % 2 === 0 ? shownText(part) : (sequences[Number(part)] ?? ''),
    );
    return this.stream.write(cleaned.join(''));
  }

  /** Writes requested content, such as a script. It is sanitised as in {@link write} only on a terminal. */
  writeContent(text: string): boolean {
    return this.isTTY ? this.write(text) : this.stream.write(text);
  }

  /** Copies the bytes of a file, as in {@link writeContent}. */
  async copy(content: AsyncIterable<Uint8Array>): Promise<void> {
    if (!this.isTTY) return pipeline(content, this.stream, { end: false });
    const decoder = new TextDecoder();
    for await (const chunk of content)
      if (!this.write(decoder.decode(chunk, { stream: true }))) await once(this.stream, 'drain');
    this.write(decoder.decode());
  }

  /** Ignores errors, such as those after the reader has closed the pipe. */
  ignoreErrors(): void {
    this.stream.on('error', () => undefined);
  }
}

export const stdout = new Output(process.stdout);
export const stderr = new Output(process.stderr);
