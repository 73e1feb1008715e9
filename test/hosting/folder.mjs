import { homedir } from 'node:os';
import { join } from 'node:path';

/** Folder in which `npm run test:all -- hosting` keeps images between runs, apart from those of the machine's user. */
export const FOLDER = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  'metarun-hosting',
);
