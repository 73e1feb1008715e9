import { attackWith } from './support/suite.js';
import { cancels } from './typescript/cancels.js';
import { errors } from './typescript/errors.js';
import { escapes } from './typescript/escapes.js';
import { leaks } from './typescript/leaks.js';
import { protocol } from './typescript/protocol.js';
import { prototypes } from './typescript/prototypes.js';
import { TYPESCRIPT } from './typescript/target.js';

attackWith(TYPESCRIPT, { protocol, prototypes, escapes, leaks, errors, cancels });
