import { statSync } from 'node:fs';

/** The slow files, the slowest first: one that started last would run alone. */
const LONG_FIRST = [
  '/docs/pages-',
  '/bench/',
  '/adversarial/',
  '/faults/schedule',
  '/faults/',
  '/runtime/',
  '/conformance/',
  '/servers/',
  '/e2e/',
];

/**
 * The order in which Jest starts files: the same on every run, also where no earlier one has left behind how long each
 * took. Within a kind the larger file goes first, and of those of one size the first by name.
 */
export default class Sequencer {
  sort(tests) {
    const sizes = new Map(tests.map(({ path }) => [path, statSync(path).size]));
    return tests.toSorted(
      (one, other) =>
        rankFile(one.path) - rankFile(other.path) ||
        sizes.get(other.path) - sizes.get(one.path) ||
        byName(one, other),
    );
  }

  /** The part of the files that `--shard` asks for. */
  shard(tests, { shardIndex, shardCount }) {
    const ordered = tests.toSorted(byName);
    return ordered.filter((_, index) => index % shardCount === shardIndex - 1);
  }

  /** Where nothing is kept, all may have failed: `--onlyFailures` runs them. */
  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {}
}

function byName(one, other) {
  return one.path < other.path ? -1 : 1;
}

function rankFile(path) {
  const rank = LONG_FIRST.findIndex((part) => path.includes(`/test${part}`));
  return rank === -1 ? LONG_FIRST.length : rank;
}
