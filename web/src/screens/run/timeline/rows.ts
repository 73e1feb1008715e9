import { phaseKey } from '../phases.js';
import { measureExtent, type Span } from './spans.js';

/** Row of the timeline: a span, or several successful spans of the same name. */
export type Row =
  | { kind: 'span'; id: string; depth: number; span: Span }
  | { kind: 'fold'; id: string; depth: number; spans: readonly Span[]; open: boolean };

export interface RowsWanted {
  only?: 'failed' | 'now' | undefined;
  /** Part of a name to filter by, case-insensitive. */
  name?: string | undefined;
  sort?: 'duration' | undefined;
  /** Ids of the open folds. */
  open: ReadonlySet<string>;
}

/** Number of spans of the same name that are shown before the others are folded. */
const SHOWN = 2;
const LEAST_FOLDED = 3;

/**
 * Returns the rows of a timeline. Successful siblings whose names differ only in numbers are folded; spans that failed
 * or are in progress are not. Filtered rows are never folded.
 */
export function buildRows(spans: readonly Span[], wanted: RowsWanted, now: number): Row[] {
  const children = Map.groupBy(spans, ({ parent }) => parent);
  const { only, name = '', sort } = wanted;
  if (only !== undefined || name !== '') {
    const part = name.toLowerCase();
    const kept = spans.filter(
      (span) => fitsOnly(span, only) && span.name.toLowerCase().includes(part),
    );
    return ordered(kept, sort, now).map(toSpanRow);
  }
  const below = (parent: string | null, depth: number): Row[] => {
    const own = ordered(children.get(parent) ?? [], sort, now);
    const groups = Map.groupBy(own, ({ kind, name: of }) => `${kind} ${phaseKey(of)}`);
    const folded = new Map<Span, { id: string; same: readonly Span[] }>();
    for (const [key, group] of groups) {
      const good = group.filter(({ status }) => status === 'success');
      if (good.length < SHOWN + LEAST_FOLDED) continue;
      const same = good.slice(SHOWN);
      for (const span of same) folded.set(span, { id: `${parent} ${key}`, same });
    }
    const done = new Set<string>();
    return own.flatMap((span): Row[] => {
      const fold = folded.get(span);
      if (fold === undefined) return [toSpanRow(span), ...below(span.id, depth + 1)];
      const { id, same } = fold;
      const open = wanted.open.has(id);
      const rows: Row[] = [];
      if (!done.has(id)) {
        rows.push({ kind: 'fold', id, depth: span.depth, spans: same, open });
        done.add(id);
        if (open) for (const one of same) rows.push(toSpanRow(one), ...below(one.id, depth + 1));
      }
      return rows;
    });
  };
  return below(null, 0);
}

function toSpanRow(span: Span): Row {
  return { kind: 'span', id: span.id, depth: span.depth, span };
}

function fitsOnly({ status }: Span, only: RowsWanted['only']): boolean {
  if (only === 'failed') return status === 'failed';
  if (only === 'now') return status === 'running' || status === 'waiting' || status === 'pending';
  return true;
}

function ordered(spans: readonly Span[], sort: RowsWanted['sort'], now: number): Span[] {
  if (sort !== 'duration') return [...spans];
  const took = new Map(
    spans.map((span) => {
      const [from, to] = measureExtent(span, now);
      return [span, to - from];
    }),
  );
  return spans.toSorted((one, other) => (took.get(other) ?? 0) - (took.get(one) ?? 0));
}
