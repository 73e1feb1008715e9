import { Search1700000000016 } from './migrations/0016-search.js';
import { SearchScopes1700000000018 } from './migrations/0018-search-scopes.js';

export const migrations = [Search1700000000016, SearchScopes1700000000018];
