// A tagged PDF declares headings, list items, cells, and the reading order.
import { bounds, middle } from './boxes.js';
import { type PageContent, type Piece, type Tag } from './pieces.js';

/** A group of content by tags: the text of one block, or the cells of a table by row. */
export type Tagged =
  { kind: 'text'; role: string; pieces: Piece[] } | { kind: 'table'; rows: Piece[][][] };

/** The tagged groups of a page, and the untagged content above and below them. */
export interface TaggedPage {
  groups: Tagged[];
  above: Piece[];
  below: Piece[];
}

/** Inline tags; all others are block tags. */
const INLINE =
  /^(?:NonStruct|Span|Link|Annot|Lbl|LBody|Em|Strong|Sub|Quote|Reference|BibEntry|Code|Formula|Private|Ruby|RB|RT|RP|Warichu|WT|WP)$/;
const MAX_COLUMNS = 200;
/**
 * Returns a page by its tags; undefined if it has none, or if they omit text between them or do not describe blocks.
 */
export function taggedPage({ pieces, tags = [] }: PageContent): TaggedPage | undefined {
  if (tags.length === 0) return undefined;
  const marked = Map.groupBy(pieces, ({ mark }) => mark ?? -1);
  marked.delete(-1);
  const groups = buildTagGroups(tags, marked);
  const tagged = groups.flatMap((group) => listPieces(group));
  if (groups.length < 2) return undefined;
  const extent = bounds(tagged);
  const used = new Set(tagged);
  const others = pieces.filter((piece) => !used.has(piece));
  const above = others.filter(({ y0, y1 }) => middle(y0, y1) < extent.y0);
  const below = others.filter(({ y0, y1 }) => middle(y0, y1) > extent.y1);
  return above.length + below.length < others.length ? undefined : { groups, above, below };
}

export function listPieces(group: Tagged): Piece[] {
  return group.kind === 'text' ? group.pieces : group.rows.flat(2);
}

function buildTagGroups(tags: readonly Tag[], marked: Map<number, Piece[]>): Tagged[] {
  const out: Tagged[] = [];
  let open: (Tagged & { kind: 'text' }) | undefined;
  const take = (tag: Tag) =>
    tag.markedContentIds.flatMap((mark) => {
      const found = marked.get(mark) ?? [];
      marked.delete(mark);
      return found;
    });
  const takeAll = (tag: Tag): Piece[] => [...take(tag), ...tag.children.flatMap(takeAll)];
  const walk = (tag: Tag, outer: string) => {
    if (tag.type === 'Table') {
      open = undefined;
      const rows = rowsIn(tag).map((row) =>
        row.children.flatMap((cell) => expandCell(cell, takeAll)),
      );
      out.push({ kind: 'table', rows });
      return;
    }
    // A paragraph within an item is the item's text.
    const isBlock = !INLINE.test(tag.type) && !(tag.type === 'P' && outer === 'LI');
    const role = isBlock ? tag.type : outer;
    if (isBlock) open = undefined;
    const own = take(tag);
    if (own.length > 0) {
      if (open === undefined) out.push((open = { kind: 'text', role, pieces: [] }));
      open.pieces.push(...own);
    }
    for (const child of tag.children) walk(child, role);
    if (isBlock) open = undefined;
  };
  for (const tag of tags) walk(tag, '');
  return out.filter((group) => listPieces(group).length > 0);
}

function rowsIn(tag: Tag): Tag[] {
  return tag.children.flatMap((child) => (child.type === 'TR' ? [child] : rowsIn(child)));
}

/** Returns the text of a cell, followed by an empty cell for each further column that it spans. */
function expandCell(cell: Tag, takeAll: (tag: Tag) => Piece[]): Piece[][] {
  const { ColSpan: span } = cell.attributes;
  const columns = typeof span === 'number' ? Math.min(span, MAX_COLUMNS) : 1;
  return Array.from({ length: Math.max(1, columns) }, (_, at) => (at === 0 ? takeAll(cell) : []));
}
