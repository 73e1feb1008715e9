import type { LogLevel, TaskInfo } from '../../../src/runtime/protocol.js';
import type { Logger } from './console.js';
import { inspect } from './inspect.js';
import {
  freeze,
  isFinite,
  RangeErrorClass,
  slice,
  TypeErrorClass,
  wireText,
} from './intrinsics.js';
import { askApproval } from './approvals.js';
import { call, needText } from './calls.js';
import { runTask, runTasks, waitForEvent } from './children.js';
import { makeHttp } from './http/index.js';
import type { Link } from './link.js';
import { sleep, step } from './steps.js';
import type { AbortSignal } from './web/abort.js';
import { makeBase64 } from './web/base64.js';
import { bytesOf } from './web/bytes.js';

type Options = { ws?: unknown; recursive?: unknown } | undefined;

/** As the host's: what is longer is cut. */
const MAX_PHASE_LENGTH = 500;

/** The second argument of `run`. Its methods need no `this`, so that a script may pass them on. */
export function makeReporter(
  link: Link,
  logger: Logger,
  signal: AbortSignal,
  task: TaskInfo,
): object {
  const files = async (
    method: string,
    path: unknown,
    options: Options,
    more: object = {},
  ): Promise<unknown> => {
    needText(`reporter.${method}`, 'path', path);
    const ws = options?.ws ?? null;
    if (ws !== null) needText(`reporter.${method}`, 'ws', ws);
    return call(link, method, { path, ...more, ws });
  };
  return freeze({
    task: freeze(task),
    signal,

    setPhase(text: unknown): void {
      if (link.settled) return;
      const phase = needText('reporter.setPhase', 'text', text);
      link.phase(wireText(slice(phase, 0, MAX_PHASE_LENGTH)));
    },

    setProgress(value: unknown): void {
      if (link.settled) return;
      const why = `reporter.setProgress needs a number from 0 to 100, not ${inspect(value)}`;
      if (typeof value !== 'number') throw new TypeErrorClass(why);
      if (!isFinite(value) || value < 0 || value > 100) throw new RangeErrorClass(why);
      link.progress(value);
    },

    log(text: unknown, level: unknown = 'info'): void {
      if (link.settled) return;
      logger.writeText(needLevel(level), inspect(text));
    },

    files: freeze({
      read: async (path: unknown, options?: Options) =>
        contentOf(await files('files.read', path, options)),
      write: async (path: unknown, content: unknown, options?: Options) =>
        files('files.write', path, options, encoded(content)),
      list: (path: unknown = '/', options?: Options) =>
        files('files.list', path, options, { recursive: needFlag(options?.recursive) }),
      delete: (path: unknown, options?: Options) => files('files.delete', path, options),
      exists: (path: unknown, options?: Options) => files('files.exists', path, options),
    }),

    step: async (name: unknown, fn: unknown, options?: Record<string, unknown>) =>
      step(link, name, fn, options),

    sleep: async (seconds: unknown) => sleep(link, seconds),

    askApproval: async (prompt: unknown, options?: Record<string, unknown>) =>
      askApproval(link, prompt, options),

    runTask: async (identifier: unknown, params?: unknown, options?: { name?: unknown }) =>
      runTask(link, identifier, params, options),

    runTasks: async (tasks: unknown, options?: { settled?: unknown }) =>
      runTasks(link, tasks, options),

    waitForEvent: async (name: unknown, options?: { timeout?: unknown }) =>
      waitForEvent(link, name, options),

    http: freeze({
      request: async (method: unknown, url: unknown, options?: object) =>
        makeHttp().request(method, url, options),
    }),

    secrets: freeze({
      get: async (name: unknown) =>
        call(link, 'secrets.get', { name: needText('reporter.secrets.get', 'name', name) }),
    }),
  });
}

function contentOf(answer: unknown): string | Uint8Array {
  const { content, encoding } = answer as { content: string; encoding: string };
  return encoding === 'base64' ? (makeBase64().fromBase64(content) ?? content) : content;
}

function encoded(content: unknown): { content: string; encoding?: 'base64' } {
  if (typeof content === 'string') return { content };
  const bytes = bytesOf(content);
  if (bytes !== null) return { content: makeBase64().toBase64(bytes), encoding: 'base64' };
  throw new TypeErrorClass(
    `reporter.files.write needs the content as a string or a Uint8Array, not ${inspect(content)}`,
  );
}

function needFlag(recursive: unknown = false): boolean {
  if (typeof recursive === 'boolean') return recursive;
  throw new TypeErrorClass(
    `reporter.files.list needs recursive as a boolean, not ${inspect(recursive)}`,
  );
}

function needLevel(level: unknown): LogLevel {
  if (level === 'debug' || level === 'info' || level === 'warning' || level === 'error')
    return level;
  const why = `reporter.log needs a level of debug, info, warning or error, not ${inspect(level)}`;
  throw typeof level === 'string' ? new RangeErrorClass(why) : new TypeErrorClass(why);
}
