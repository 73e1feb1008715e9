import type { LogLevel, TaskInfo } from '../../../src/sandbox/runtime/protocol.js';
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
import { makeFiles } from './files.js';
import { makeHttp } from './http/index.js';
import type { Link } from './link.js';
import { makeMemory } from './memory.js';
import { makeMcp } from './mcp.js';
import { makeAi } from './models.js';
import { sleep, step } from './steps.js';
import type { AbortSignal } from './web/abort.js';

/** Maximum length of a phase, as in the host: longer text is cut. */
const MAX_PHASE_LENGTH = 500;

/** Creates the second argument of `run`. Its methods do not use `this`, so that a script may pass them on. */
export function makeReporter(
  link: Link,
  logger: Logger,
  signal: AbortSignal,
  task: TaskInfo,
): object {
  return freeze({
    task: freeze(task),
    signal,

    setPhase(text: unknown): void {
      const phase = needText('reporter.setPhase', 'text', text);
      link.phase(wireText(slice(phase, 0, MAX_PHASE_LENGTH)));
    },

    setProgress(value: unknown): void {
      const why = `reporter.setProgress needs a number from 0 to 100, not ${inspect(value)}`;
      if (typeof value !== 'number') throw new TypeErrorClass(why);
      if (!isFinite(value) || value < 0 || value > 100) throw new RangeErrorClass(why);
      link.progress(value);
    },

    log(text: unknown, level: unknown = 'info'): void {
      logger.writeText(needLevel(level), inspect(text));
    },

    output: async (text: unknown) =>
      call(link, 'output', { text: needText('reporter.output', 'text', text) }),

    files: makeFiles(link),

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

    ai: makeAi(link),
    mcp: makeMcp(link),

    memory: makeMemory(link),

    secrets: freeze({
      get: async (name: unknown) =>
        call(link, 'secrets.get', { name: needText('reporter.secrets.get', 'name', name) }),
    }),
  });
}

function needLevel(level: unknown): LogLevel {
  if (level === 'debug' || level === 'info' || level === 'warning' || level === 'error')
    return level;
  const why = `reporter.log needs a level of debug, info, warning or error, not ${inspect(level)}`;
  throw typeof level === 'string' ? new RangeErrorClass(why) : new TypeErrorClass(why);
}
