/**
 * `process`, as far as an isolate has one: no environment, no arguments, no process to inspect or to end. Members that are not
 * here are not faked.
 */
const process = {
  env: {},
  argv: [],
  /** Empty: packages ask `process.versions.node` to see whether they run in Node. */
  version: '',
  versions: {},
  browser: true,
  cwd: (): string => '/',
  nextTick(callback: (...args: unknown[]) => void, ...args: unknown[]): void {
    queueMicrotask(() => callback(...args));
  },
  emitWarning(warning: unknown): void {
    // oxlint-disable-next-line no-console -- here it is the log of the task
    console.warn(warning);
  },
};

export default process;
