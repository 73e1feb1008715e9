/** Length of the text, in characters, beyond which no further wait is added: about 100 waits. */
const MOST = 4_000;

/** A segment of an attempt in one state. Times in ms. */
export interface Segment {
  state: 'queued' | 'running' | 'waiting';
  from: number;
  /** Null while the segment lasts. */
  to: number | null;
}

const STATES = { w: 'waiting', q: 'queued', r: 'running' } as const;

/**
 * Returns the SQL of the column `attempt_waits` with one more part. The text is a list of times, each preceded by the
 * letter of the state that began then: `w1700000000000 q1700000003000 r1700000003004`.
 */
export function withPart(part: string): string {
  return `CASE WHEN LENGTH(COALESCE(attempt_waits, '')) < ${MOST}
    THEN CASE WHEN attempt_waits IS NULL THEN '' ELSE attempt_waits || ' ' END || ${part}
    ELSE attempt_waits END`;
}

/**
 * Returns the segments of an attempt, in order. If there are too many waits, the last segment stands for the rest of
 * them.
 */
export function buildSegments(
  waits: string | null,
  {
    queuedAt,
    startedAt,
    finishedAt,
  }: {
    queuedAt: number | null;
    startedAt: number | null;
    finishedAt: number | null;
  },
): Segment[] {
  const begun: Pick<Segment, 'state' | 'from'>[] = [];
  if (queuedAt !== null) begun.push({ state: 'queued', from: queuedAt });
  if (startedAt !== null) begun.push({ state: 'running', from: startedAt });
  for (const part of waits?.split(' ') ?? []) {
    const state = STATES[part.slice(0, 1) as keyof typeof STATES];
    begun.push({ state, from: Number(part.slice(1)) });
  }
  // An attempt that was cancelled while it waited has an empty last part.
  return begun.map(({ state, from }, at) => ({
    state,
    from,
    to: begun[at + 1]?.from ?? finishedAt,
  }));
}
