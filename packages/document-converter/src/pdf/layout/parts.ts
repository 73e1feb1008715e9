import { type Block } from '../../tree.js';
import { alignedTables } from './aligned.js';
import { bounds, type Box, isInside, middle } from './boxes.js';
import { readingOrder } from './columns.js';
import { fillGrid, detectGrids } from './grids.js';
import {
  isOther,
  lineSegments,
  type Segment,
  buildSegment,
  buildSegments,
  segmentText,
} from './lines.js';
import { type Paragraph, buildParagraph, buildParagraphs } from './paragraphs.js';
import { startsItem } from './markers.js';
import { type PageContent, type Picture, type Piece } from './pieces.js';
import { listPieces, type Tagged, type TaggedPage, taggedPage } from './tags.js';
import { type Hyphenated, joinLines } from './text.js';

/** A part of a page, in reading order. */
export type Part =
  { kind: 'paragraph'; paragraph: Paragraph; group: object } | { kind: 'block'; block: Block };

type Element =
  (Box & { kind: 'segment'; segment: Segment }) | (Box & { kind: 'block'; block: Block });

/** Minimum space between texts on both sides of a cell border, as a ratio to the font size. */
const APART = 0.5;
/** Minimum length of running text; shorter segments are words of a table or form. */
const TEXT_LENGTH = 18;

export function buildPageParts(page: PageContent, hyphenated: Hyphenated): Part[] {
  const tagged = taggedPage(page);
  return tagged === undefined
    ? placedParts(page, hyphenated)
    : taggedParts(page, tagged, hyphenated);
}

/** Returns the parts of a page by its tags; pictures, which have no tags here, follow the parts above them. */
function taggedParts(page: PageContent, tagged: TaggedPage, hyphenated: Hyphenated): Part[] {
  const placed = (pieces: Piece[]) => placedParts({ ...page, pieces, pictures: [] }, hyphenated);
  const all = tagged.groups.map((group) => ({
    ...bounds(listPieces(group)),
    parts: groupedParts(group, hyphenated, placed),
  }));
  for (const picture of page.pictures) {
    const y = middle(picture.y0, picture.y1);
    const before = all.findLastIndex(
      ({ x0, x1, y1 }) => y1 <= y && x0 < picture.x1 && x1 > picture.x0,
    );
    all.splice(before + 1, 0, {
      ...picture,
      parts: [{ kind: 'block', block: pictureBlock(picture) }],
    });
  }
  return [...placed(tagged.above), ...all.flatMap(({ parts }) => parts), ...placed(tagged.below)];
}

/** Tags of a single paragraph; other tags group parts of any layout. */
const PARAGRAPH = /^(?:P|H[1-6]?|Title|LI|Caption|Note|FENote|BlockQuote|TOCI)$/;

function groupedParts(
  group: Tagged,
  hyphenated: Hyphenated,
  placed: (pieces: Piece[]) => Part[],
): Part[] {
  if (group.kind === 'text') {
    if (!PARAGRAPH.test(group.role)) return placed(group.pieces);
    const [first, ...lines] = orderLines(buildSegments(group.pieces));
    if (first === undefined) return [];
    return [{ kind: 'paragraph', paragraph: buildParagraph([first, ...lines], group.role), group }];
  }
  const columns = Array.from({ length: Math.max(...group.rows.map((row) => row.length)) });
  const rows = group.rows.map((row) => columns.map((_, x) => buildSegments(row[x] ?? [])));
  return [{ kind: 'block', block: tableBlock(rows, hyphenated) }];
}

/** Returns the lines of one paragraph; lines in the next column come after those below each other. */
function orderLines(segments: Segment[]): Segment[] {
  const columns: Segment[][] = [];
  for (const segment of segments.toSorted((a, b) => a.x0 - b.x0)) {
    const over = columns.find((column) =>
      column.some(({ x0, x1 }) => x0 < segment.x1 && x1 > segment.x0),
    );
    if (over === undefined) columns.push([segment]);
    else over.push(segment);
  }
  const areTexts = columns.every((column) => column.filter(isLong).length * 2 >= column.length);
  const groups = areTexts ? columns : [segments];
  return groups.flatMap(lineSegments);
}

function isLong(segment: Segment): boolean {
  return segmentText(segment).length >= TEXT_LENGTH;
}

function pictureBlock({ url, alt = '' }: Picture): Block {
  return { kind: 'paragraph', content: [{ kind: 'image', alt, url }] };
}

function placedParts(page: PageContent, hyphenated: Hyphenated): Part[] {
  const tables: (Box & { block: Block })[] = [];
  let segments = buildSegments(page.pieces);
  for (const grid of detectGrids(page.rules)) {
    const cells = grid.cells.flat().filter((cell) => cell !== undefined);
    const cut = segments.flatMap((segment) =>
      segment.pieces.length > 1 && isInside(segment, grid) ? cutByWalls(segment, cells) : [segment],
    );
    const rows = fillGrid(grid, cut);
    if (rows === undefined || !isTable(rows)) continue;
    const { x0, y0, x1, y1 } = grid;
    tables.push({ x0, y0, x1, y1, block: tableBlock(rows, hyphenated) });
    segments = cut.filter((segment) => !isInside(segment, grid));
  }
  const elements: Element[] = [
    ...segments.map((segment): Element => ({ ...segment, kind: 'segment', segment })),
    ...tables.map((table): Element => ({ kind: 'block', ...table })),
    ...page.pictures.map((picture): Element => ({
      kind: 'block',
      block: pictureBlock(picture),
      ...picture,
    })),
  ];
  const texts = new Set(elements.filter((each) => each.kind === 'block' || isLong(each.segment)));
  return readingOrder(elements, (element) => texts.has(element)).flatMap((group) =>
    groupParts(group, page.rules, hyphenated),
  );
}

/** Splits a segment at the cell borders of a row, if more than the space between two words is there. */
function cutByWalls(segment: Segment, cells: readonly Box[]): Segment[] {
  const findEnclosingCell = (box: Box) => cells.find((cell) => isInside(box, cell));
  const parts = [...Map.groupBy(segment.pieces, findEnclosingCell)];
  const isApart = parts.every(([cell, [first]], at) => {
    const before = parts[at - 1]?.[1].at(-1);
    const gap = (first?.x0 ?? 0) - (before?.x1 ?? -Infinity);
    return cell !== undefined && gap > segment.size * APART;
  });
  return isApart ? parts.map(([, pieces]) => buildSegment(pieces)) : [segment];
}

/** Returns whether rows form a table; a frame around text and the boxes of a drawing do not. */
function isTable(rows: Segment[][][]): boolean {
  const cells = rows.flat().filter((cell) => cell.length > 0);
  const longest = Math.max(
    ...cells.map((cell) => cell.reduce((sum, each) => sum + segmentText(each).length, 0)),
  );
  return longest < 2000 && cells.length >= 3;
}

/** Groups the content of one column: tables, pictures and text in vertical order. */
function groupParts(elements: Element[], rules: readonly Box[], hyphenated: Hyphenated): Part[] {
  const out: Part[] = [];
  let open: Segment[] = [];
  const close = () => {
    out.push(...textParts(open, elements, rules, hyphenated));
    open = [];
  };
  for (const element of elements.toSorted((a, b) => a.y0 - b.y0)) {
    if (element.kind === 'segment') open.push(element.segment);
    else {
      close();
      out.push({ kind: 'block', block: element.block });
    }
  }
  close();
  return out;
}

function textParts(
  segments: Segment[],
  group: object,
  rules: readonly Box[],
  hyphenated: Hyphenated,
): Part[] {
  const out: Part[] = [];
  for (const part of alignedTables(segments, rules)) {
    if ('table' in part) out.push({ kind: 'block', block: tableBlock(part.table, hyphenated) });
    else
      for (const paragraph of buildParagraphs(part.lines.flatMap(joined)))
        out.push({ kind: 'paragraph', paragraph, group });
  }
  return out;
}

/** Joins the texts of one line, unless their font sizes differ. */
function joined(line: Segment[]): Segment[] {
  const pieces = line.flatMap((segment) => segment.pieces);
  const areOne = pieces.every((piece, at) => !isOther(pieces[at - 1] ?? piece, piece));
  return areOne ? [buildSegment(pieces)] : line;
}

function tableBlock(rows: Segment[][][], hyphenated: Hyphenated): Block {
  const used = rows[0]?.map((_, x) => rows.some((row) => (row[x]?.length ?? 0) > 0)) ?? [];
  return {
    kind: 'table',
    rows: rows.map((row) =>
      row
        .filter((_, x) => used[x])
        .map((cell) => {
          const lines = lineSegments(cell);
          // List items in a cell have separate lines.
          const breaks = lines.flatMap((line, at) => (at > 0 && startsItem(line) ? [at] : []));
          const content = joinLines(lines, hyphenated, new Set(breaks));
          return { blocks: [{ kind: 'paragraph', content }] };
        }),
    ),
  };
}
