import { attackWith } from './support/suite.js';
import { floods } from './typescript/floods.js';
import { loops } from './typescript/loops.js';
import { memory } from './typescript/memory.js';
import { natives } from './typescript/natives.js';
import { parsing } from './typescript/parsing.js';
import { promises } from './typescript/promises.js';
import { TYPESCRIPT } from './typescript/target.js';

attackWith(TYPESCRIPT, { loops, natives, memory, parsing, promises, floods });
