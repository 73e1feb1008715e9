import { LANGUAGES, SCRIPT_LANGUAGES, type ScriptLanguage } from './index.js';
import type { StackFormat } from './language.js';

/** A call that led to an error. */
export interface ErrorFrame {
  file: string;
  /** Line and column count from 1. Null if the stack does not contain it. */
  line: number;
  column: number | null;
  function: string | null;
  /** Line of source without its indentation. */
  text: string | null;
  /** False for a file of a package. */
  own: boolean;
  /** 0 for a call of the error itself, 1 for one of its cause, and so on; errors of a group come last. */
  cause: number;
}

/** A line of source and a position in it, both without its indentation. */
interface Quote {
  text: string;
  column: number | null;
}

interface Block {
  depth: number;
  frames: Omit<ErrorFrame, 'cause'>[];
}

const MAX_FRAMES = 100;
const PACKAGE = /(?:^|\/)node_modules\/|^node:/;
const MARKS = /^ *[~^][~^ ]*$/;

/**
 * Returns the calls of a stack, {@link MAX_FRAMES} at most: first those of the error itself, then those of its causes,
 * each from the innermost outwards. In a language that quotes lines, columns count from the first character of the
 * quoted text.
 */
export function errorFrames(stack: string): ErrorFrame[] {
  const lines = stack.split('\n');
  for (const language of SCRIPT_LANGUAGES) {
    const blocks = parseStackBlocks(lines, LANGUAGES[language].stack);
    const frames = inOrder(blocks, LANGUAGES[language].stack).flatMap((block, cause) =>
      block.frames.map((frame) => ({ ...frame, cause })),
    );
    if (frames.length > 0) return frames.slice(0, MAX_FRAMES);
  }
  return [];
}

/** Returns the frames with missing source lines added, and with columns that count from the beginning of the line. */
export function withSources(
  frames: readonly ErrorFrame[],
  language: ScriptLanguage,
  sources: ReadonlyMap<string, string>,
): ErrorFrame[] {
  const { quotes } = LANGUAGES[language].stack;
  const lines = new Map<string, string[]>();
  return frames.map((frame) => {
    const known = lines.get(frame.file) ?? sources.get(frame.file)?.split(/\r\n?|\n/) ?? [];
    lines.set(frame.file, known);
    const source = known[frame.line - 1];
    if (source === undefined) return quotes ? { ...frame, column: null } : frame;
    const indentation = source.length - source.trimStart().length;
    const column = frame.column !== null && quotes ? frame.column + indentation : frame.column;
    return { ...frame, column, text: frame.text ?? source.trim() };
  });
}

function parseStackBlocks(lines: readonly string[], format: StackFormat): Block[] {
  let block: Block = { depth: 0, frames: [] };
  const blocks = [block];
  for (const [index, text] of lines.entries()) {
    const depth = format.begins.exec(text)?.groups?.['depth'];
    if (depth !== undefined) {
      block = { depth: depth.length, frames: [] };
      blocks.push(block);
      continue;
    }
    const { before, file, line, name, column } = format.frame.exec(text)?.groups ?? {};
    if (before === undefined || file === undefined) continue;
    const quote = format.quotes ? quoteBelow(lines, index, before) : null;
    block.frames.push({
      file,
      line: Number(line),
      column: column === undefined ? (quote?.column ?? null) : Number(column),
      function: name ?? null,
      text: quote?.text ?? null,
      own: !PACKAGE.test(file),
    });
  }
  return blocks.filter(({ frames }) => frames.length > 0);
}

/** Returns the source that is quoted below a call, whose line has the text `before` up to its file. */
function quoteBelow(lines: readonly string[], index: number, before: string): Quote | null {
  // Four characters deeper than the bars of a group, and two more than the word of the call.
  const margin = `${before.slice(0, -'File "'.length)}  `;
  const [text, marks] = [lines[index + 1], lines[index + 2]].map((line) =>
    line?.startsWith(margin) === true ? line.slice(margin.length) : undefined,
  );
  if (text === undefined || text.trim() === '') return null;
  const at = marks !== undefined && MARKS.test(marks) ? marks.search(/[~^]/) : -1;
  return { text: text.trim(), column: at === -1 ? null : at + 1 };
}

function inOrder(blocks: readonly Block[], { innermost }: StackFormat): Block[] {
  if (innermost === 'first') return [...blocks];
  const top = Math.min(...blocks.map(({ depth }) => depth));
  const chain = blocks.filter(({ depth }) => depth === top).toReversed();
  const rest = blocks.filter(({ depth }) => depth > top);
  return [...chain, ...rest].map(({ depth, frames }) => ({ depth, frames: frames.toReversed() }));
}
