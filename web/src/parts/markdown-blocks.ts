/** The fields of micromark events that are used here. */
type BlockEvent = readonly [
  kind: 'enter' | 'exit',
  token: { type: string; start: { line: number }; end: { line: number; column: number } },
  ...rest: unknown[],
];

/** A top-level block of a text, with its lines from 1. */
export interface Block {
  from: number;
  to: number;
}

/** Blocks that become exactly one element. HTML becomes text, and definitions produce no output. */
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
/** Wrapper tokens, which produce no output themselves. */
const AROUND = new Set(['content', 'document']);

/** Returns the blocks of a text that become top-level elements, in order. */
export function collectBlocks(events: readonly BlockEvent[]): Block[] {
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
