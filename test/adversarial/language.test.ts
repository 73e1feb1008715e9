import { channel } from './python/channel.js';
import { guest } from './python/guest.js';
import { loops as pythonLoops } from './python/loops.js';
import { objects } from './python/objects.js';
import { signals } from './python/signals.js';
import { PYTHON } from './python/target.js';
import { attackWith } from './support/suite.js';
import { cancels } from './typescript/cancels.js';
import { errors } from './typescript/errors.js';
import { escapes } from './typescript/escapes.js';
import { floods } from './typescript/floods.js';
import { leaks } from './typescript/leaks.js';
import { loops } from './typescript/loops.js';
import { compute } from './typescript/compute.js';
import { natives } from './typescript/natives.js';
import { parsing } from './typescript/parsing.js';
import { promises } from './typescript/promises.js';
import { protocol } from './typescript/protocol.js';
import { prototypes } from './typescript/prototypes.js';
import { TYPESCRIPT } from './typescript/target.js';

// Attacks that the runtime of a language stops, regardless of the sandbox.
attackWith(PYTHON, { signals, loops: pythonLoops, channel, guest, objects });
attackWith(TYPESCRIPT, {
  loops,
  compute,
  natives,
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
