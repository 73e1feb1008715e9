import { channel } from './python/channel.js';
import { files } from './python/files.js';
import { guest } from './python/guest.js';
import { kernel } from './python/kernel.js';
import { loops } from './python/loops.js';
import { memory } from './python/memory.js';
import { objects } from './python/objects.js';
import { processes } from './python/processes.js';
import { signals } from './python/signals.js';
import { PYTHON } from './python/target.js';
import { attackWith } from './support/suite.js';

attackWith(PYTHON, {
  processes,
  signals,
  loops,
  memory,
  files,
  kernel,
  channel,
  guest,
  objects,
});
