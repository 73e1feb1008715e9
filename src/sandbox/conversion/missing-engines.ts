import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { guestDir } from '../../base/config/paths.js';

/** Returns why documents of some formats are not converted on this machine, as the converter itself says it; empty where all are. */
export async function findMissingEngines(): Promise<string[]> {
  const path = join(guestDir('conversion'), 'index.mjs');
  const { missingEngines } = (await import(pathToFileURL(path).href)) as {
    missingEngines: () => string[];
  };
  return missingEngines();
}
