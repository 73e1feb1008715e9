/** The kinds of slots: those of scripts stand for processes, those of agents for places in the server itself. */
export const LANES = ['script', 'agent'] as const;
export type Lane = (typeof LANES)[number];

/** Returns the lane of a row. */
export function laneOf(row: { lane: string }): Lane {
  const lane = LANES.find((known) => known === row.lane);
  if (lane === undefined) throw new Error(`stored task of unknown lane ${row.lane}`);
  return lane;
}
