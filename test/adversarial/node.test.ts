import { sized } from '../support/size.js';
import { NODE } from './node/target.js';
import { system } from './node/system.js';
import type { HostileCase } from './support/hostile-case.js';
import { attackWith } from './support/suite.js';
import { cancels } from './typescript/cancels.js';
import { errors } from './typescript/errors.js';
import { floods } from './typescript/floods.js';
import { loops } from './typescript/loops.js';
import { promises } from './typescript/promises.js';

/** Cases that end in another way than in an isolate, by their names. */
const OTHERWISE: Record<string, HostileCase['ends']> = {
  // As many as fit into its memory.
  'timers beyond what is allowed': ['out_of_memory', 'timeout'],
  // Its console does not ask a Proxy.
  'the class of a log line': ['success'],
};
const here = (cases: readonly HostileCase[]): HostileCase[] =>
  cases.map((one) => ({ ...one, ends: OTHERWISE[one.name] ?? one.ends }));

// What stops a script that has a process of Node: the sandbox, and the limits.
attackWith(NODE, {
  system,
  cancels,
  ...sized({ loops: here(loops), promises, floods: here(floods), errors }, {}),
});
