import type { Tables } from '../../platform/database/feature.js';
import { ALL_FEATURES } from './features.js';

/** Loads the tables of all features. */
export async function allTables(): Promise<Tables> {
  const loaded = await Promise.all(ALL_FEATURES.map(async ({ tables }) => tables?.()));
  return {
    entities: loaded.flatMap((tables) => tables?.entities ?? []),
    migrations: loaded.flatMap((tables) => tables?.migrations ?? []),
  };
}
