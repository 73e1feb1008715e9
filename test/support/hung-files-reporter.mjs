import { relative } from 'node:path';

/** Longer than any test file takes on a busy machine, in ms. */
const LONG_MS = 15 * 60_000;

/**
 * Names each test file that has been running for long. No timeout can end a file that blocks its process, and without
 * this reporter nothing would show which file it is.
 */
export default class HungFilesReporter {
  timers = new Map();

  onTestFileStart({ path, context }) {
    const name = formatTestPath(path, context);
    const say = () =>
      process.stderr.write(`metarun: ${name} has run for ${LONG_MS / 60_000} min, and may hang\n`);
    this.timers.set(name, setTimeout(say, LONG_MS).unref());
  }

  onTestFileResult({ path, context }) {
    clearTimeout(this.timers.get(formatTestPath(path, context)));
  }
}

function formatTestPath(path, { config }) {
  return `${relative(process.cwd(), path)} (${config.displayName?.name})`;
}
