import { relative } from 'node:path';

/** Longer than any file takes on a busy machine, ms. */
const LONG_MS = 15 * 60_000;

/**
 * Names each file that has run for long, while it runs. One that never gives up its process can be ended by no timeout, and
 * without this nothing would say which it is.
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
