import { counters } from './python/counters.js';
import { files } from './python/files.js';
import { kernel } from './python/kernel.js';
import { memory as pythonMemory } from './python/memory.js';
import { processes } from './python/processes.js';
import { PYTHON } from './python/target.js';
import { attackWith } from './support/suite.js';
import { memory } from './typescript/memory.js';
import { TYPESCRIPT } from './typescript/target.js';

// Attacks that the sandbox stops, not the language. Two Jest projects try them, one in each kind of sandbox.
attackWith(PYTHON, { files, kernel, counters, processes, memory: pythonMemory });
attackWith(TYPESCRIPT, { memory });
