import { channel } from './python/channel.js';
import { counters } from './python/counters.js';
import { files } from './python/files.js';
import { guest } from './python/guest.js';
import { kernel } from './python/kernel.js';
import { objects } from './python/objects.js';
import { PYTHON } from './python/target.js';
import { attackWith } from './support/suite.js';

attackWith(PYTHON, { files, kernel, channel, guest, objects, counters });
