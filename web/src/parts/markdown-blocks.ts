/** The part of micromark's events that is read here. */
type BlockEvent = readonly [
  kind: 'enter' | 'exit',
  token: { type: string; start: { line: number }; end: { line: number; column: number } },
  ...rest: unknown[],
];

/** A part of the top of a text, and its lines, from 1. */
export interface Block {
  from: number;
  to: number;
}

/** The parts that become one element each. HTML becomes text, and definitions stand for nothing. */
const BLOCKS = new Set([
  'atxHeading',
  'blockQuote',
  'codeFenced',
  'codeIndented',
  'listOrdered',
  'listUnordered',
  'paragraph',
  'setextHeading',
  'table',
  'thematicBreak',
]);
/** Tokens that stand around others without being seen. */
const AROUND = new Set(['content', 'document']);

/** Returns the parts of a text that become elements of the top, in their order. */
export function blocksOf(events: readonly BlockEvent[]): Block[] {
  const blocks: Block[] = [];
  let depth = 0;
  for (const [kind, { type, start, end }] of events) {
    if (AROUND.has(type)) continue;
    if (kind === 'exit') depth -= 1;
    else {
      if (depth === 0 && BLOCKS.has(type))
        blocks.push({
          from: start.line,
          to: end.column === 1 && end.line > start.line ? end.line - 1 : end.line,
        });
      depth += 1;
    }
  }
  return blocks;
}
