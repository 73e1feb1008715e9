import { Vectors1700000000021 } from './migrations/0021-vectors.js';

export const migrations = [Vectors1700000000021];
