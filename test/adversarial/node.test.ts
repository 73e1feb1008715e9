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

/** Permitted ends of cases that end differently than in an isolate, by name. */
const OTHERWISE: Record<string, HostileCase['ends']> = {
  // A process has space for as many timers as fit into its memory.
  'timers beyond what is allowed': ['out_of_memory', 'timeout'],
  // Node's console does not query a Proxy.
  'the class of a log line': ['success'],
};
const here = (cases: readonly HostileCase[]): HostileCase[] =>
  cases.map((one) => ({ ...one, ends: OTHERWISE[one.name] ?? one.ends }));

// Attacks on a script's Node process, which the sandbox and the limits stop.
attackWith(NODE, {
  system,
  cancels,
  ...sized({ loops: here(loops), promises, floods: here(floods), errors }, {}),
});
