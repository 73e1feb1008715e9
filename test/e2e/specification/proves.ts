import { it } from '@jest/globals';
import type { ItemId } from './specification.js';

/**
 * Defines a test that an item of the specification holds. specification-reporter.mjs finds these tests by their titles.
 */
export function proves(item: ItemId, check: () => Promise<void>): void {
  it(`spec: ${item}`, check);
}
