import { statSync } from 'node:fs';

/** The slow files, the slowest first, so that none of them runs alone at the end. */
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
 * Sorts test files in the same order on every run, even if no durations are known from earlier runs: by kind, then
 * larger files first, then by name.
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

  /** Returns the part of the files for `--shard`. */
  shard(tests, { shardIndex, shardCount }) {
    const ordered = tests.toSorted(byName);
    return ordered.filter((_, index) => index % shardCount === shardIndex - 1);
  }

  /** Returns all files for `--onlyFailures`, as failures are not stored. */
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
