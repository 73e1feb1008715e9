import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { guestDir } from '../../base/config/paths.js';

/** Returns the converter's reasons why some formats cannot be converted on this machine; empty if all can. */
export async function findMissingEngines(): Promise<string[]> {
  const path = join(guestDir('conversion'), 'index.mjs');
  const { missingEngines } = (await import(pathToFileURL(path).href)) as {
    missingEngines: () => string[];
  };
  return missingEngines();
}
