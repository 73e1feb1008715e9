import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where `npm run test:all -- hosting` keeps images from one time to the next, apart from those of the machine's user. */
export const FOLDER = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  'metarun-hosting',
);
