import { Search1700000000009 } from './migrations/0009-search.js';

export const migrations = [Search1700000000009];
