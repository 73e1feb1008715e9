/** The kinds of slots: a slot of `script` stands for a process, one of `agent` for a run within the server. */
export const LANES = ['script', 'agent'] as const;
export type Lane = (typeof LANES)[number];

/** Returns the lane of a row. */
export function readLane(row: { lane: string }): Lane {
  const lane = LANES.find((known) => known === row.lane);
  if (lane === undefined) throw new Error(`stored task of unknown lane ${row.lane}`);
  return lane;
}
