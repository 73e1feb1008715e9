import { it } from '@jest/globals';
import type { ItemId } from './specification.js';

/** A test that shows that an item of the specification holds; specification-reporter.mjs gathers them by this name. */
export function proves(item: ItemId, check: () => Promise<void>): void {
  it(`spec: ${item}`, check);
}
