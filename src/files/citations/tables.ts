import { Citations1700000000010 } from './migrations/0010-citations.js';
import { CitationEntity } from './citation.entity.js';

export const entities = [CitationEntity];
export const migrations = [Citations1700000000010];
