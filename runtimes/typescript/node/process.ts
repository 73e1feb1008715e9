/**
 * `process`, as far as it exists in an isolate: no environment, no arguments, no process to inspect or end. Missing
 * members are not faked.
 */
type Callback = (...args: unknown[]) => void;

/** The log of the task. */
const { console: log } = globalThis;
const write = Reflect.get(log, Symbol.for('metarun.write')) as (
  level: string,
  text: string,
) => void;

const BILLION = 1_000_000_000;

function nanoseconds(): bigint {
  return BigInt(Math.round(performance.now() * 1_000_000));
}

function hrtime(before?: [number, number]): [number, number] {
  const [seconds, rest] = before ?? [0, 0];
  const now = Number(nanoseconds()) - (seconds * BILLION + rest);
  return [Math.floor(now / BILLION), now % BILLION];
}

/** Returns a stream that writes lines to the log of the task. */
function output(level: 'info' | 'warning') {
  const decoder = new TextDecoder();
  return {
    isTTY: false,
    write(chunk: unknown): boolean {
      const text =
        chunk instanceof Uint8Array ? decoder.decode(chunk, { stream: true }) : String(chunk);
      write(level, text);
      return true;
    },
  };
}

/** Ignores listeners, since the process has no events. */
const ignore = (): object => process;

const process = {
  env: {},
  argv: [],
  execArgv: [],
  /** Plausible version for packages that parse it. */
  version: 'v24.0.0',
  /** Empty, since packages check `process.versions.node` to detect Node. */
  versions: {},
  release: {},
  features: {},
  platform: 'linux',
  arch: 'x64',
  pid: 1,
  title: 'metarun',
  browser: true,
  exitCode: undefined,
  stdout: output('info'),
  stderr: output('warning'),
  cwd: (): string => '/',
  umask: (): number => 0o22,
  uptime: (): number => performance.now() / 1000,
  hrtime: Object.assign(hrtime, { bigint: nanoseconds }),
  memoryUsage: () => ({ rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }),
  exit(): never {
    throw new Error('process.exit: a script ends by returning from run, or by throwing');
  },
  nextTick(callback: Callback, ...args: unknown[]): void {
    queueMicrotask(() => callback(...args));
  },
  emitWarning(warning: unknown): void {
    log.warn(warning);
  },
  on: ignore,
  once: ignore,
  off: ignore,
  addListener: ignore,
  prependListener: ignore,
  removeListener: ignore,
  removeAllListeners: ignore,
  emit: (): boolean => false,
  listeners: () => [],
  listenerCount: (): number => 0,
};

export default process;
