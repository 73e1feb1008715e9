import { SectionVectors1700000000089 } from './migrations/0089-section-vectors.js';

export const migrations = [SectionVectors1700000000089];
