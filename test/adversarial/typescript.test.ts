import { attackWith } from './support/suite.js';
import { cancels } from './typescript/cancels.js';
import { errors } from './typescript/errors.js';
import { escapes } from './typescript/escapes.js';
import { floods } from './typescript/floods.js';
import { leaks } from './typescript/leaks.js';
import { loops } from './typescript/loops.js';
import { memory } from './typescript/memory.js';
import { natives } from './typescript/natives.js';
import { parsing } from './typescript/parsing.js';
import { promises } from './typescript/promises.js';
import { protocol } from './typescript/protocol.js';
import { prototypes } from './typescript/prototypes.js';
import { TYPESCRIPT } from './typescript/target.js';

attackWith(TYPESCRIPT, {
  loops,
  natives,
  memory,
  parsing,
  promises,
  floods,
  protocol,
  prototypes,
  escapes,
  leaks,
  errors,
  cancels,
});
