import { CitationEntity } from './citation.entity.js';
import { Citations1700000000086 } from './migrations/0086-citations.js';
import { CitedLines1700000000090 } from './migrations/0090-cited-lines.js';

export const entities = [CitationEntity];
export const migrations = [Citations1700000000086, CitedLines1700000000090];
