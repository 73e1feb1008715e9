import type { Feature, Tables } from '../database/feature.js';
import { FEATURES } from './features.js';

const ALL: readonly Feature[] = FEATURES;

/** Loads the tables of all features. */
export async function allTables(): Promise<Tables> {
  const loaded = await Promise.all(ALL.map(async ({ tables }) => tables?.()));
  return {
    entities: loaded.flatMap((tables) => tables?.entities ?? []),
    migrations: loaded.flatMap((tables) => tables?.migrations ?? []),
  };
}
