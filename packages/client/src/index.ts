/** Public API of the client of a metarun server: `@metarun/client`, or `metarun/client`. See docs/client.md. */
export { answerOf, checkAnswer, type Result } from './answer.js';
export type { Api } from './api.js';
export { type ClientOptions, MetarunClient } from './client.js';
export {
  ApiError,
  ConnectionError,
  type FieldError,
  TaskFailedError,
  WaitTimeoutError,
} from './errors.js';
export type { components, paths } from './openapi.js';
export { cursorOf, everyPage, pageOf } from './pages.js';
export {
  isFinished,
  type TaskEvent,
  type TaskEventData,
  type TaskEventType,
} from './task-event.js';
export type * from './types.js';
export type { EventsOptions } from './task-events.js';
export type { CreateOptions, RunOptions, TasksQuery } from './tasks.js';
export type { WaitOptions } from './task-wait.js';
export type { Fetch } from './transport.js';
