import { CitationEntity } from './citation.entity.js';
import { Citations1700000000086 } from './migrations/0086-citations.js';

export const entities = [CitationEntity];
export const migrations = [Citations1700000000086];
