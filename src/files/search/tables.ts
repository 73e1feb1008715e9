import { Search1700000000016 } from './migrations/0016-search.js';
import { SearchScopes1700000000018 } from './migrations/0018-search-scopes.js';
import { Places1700000000070 } from './migrations/0070-places.js';
import { WordsOfFiles1700000000081 } from './migrations/0081-words-of-files.js';
import { HashesOfSections1700000000088 } from './migrations/0088-hashes-of-sections.js';

export const migrations = [
  Search1700000000016,
  SearchScopes1700000000018,
  Places1700000000070,
  WordsOfFiles1700000000081,
  HashesOfSections1700000000088,
];
