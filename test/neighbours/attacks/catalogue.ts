import type { Catalogue } from '../support/attack.js';
import { authoring } from './authoring.js';
import { channel } from './channel.js';
import { engine } from './engine.js';
import { files } from './files.js';
import { kernel } from './kernel.js';
import { loops } from './loops.js';
import { memory } from './memory.js';
import { outside } from './outside.js';
import { processes } from './processes.js';
import { requests } from './requests.js';
import { streams } from './streams.js';

export const ATTACKS: Catalogue = {
  kernel,
  processes,
  memory,
  loops,
  channel,
  engine,
  authoring,
  requests,
  streams,
  files,
  outside,
};
