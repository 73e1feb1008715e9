import { loops } from './python/loops.js';
import { memory } from './python/memory.js';
import { processes } from './python/processes.js';
import { signals } from './python/signals.js';
import { PYTHON } from './python/target.js';
import { attackWith } from './support/suite.js';

// Two files for each language, so that two of them run at the same time to the end.
attackWith(PYTHON, { processes, signals, loops, memory });
