import type { IncomingMessage } from 'node:http';
import type { Caller, ProjectRef } from './caller.js';

/** Kept beside the request rather than on it, where a middleware could set it by accident. */
const callers = new WeakMap<IncomingMessage, Caller>();
const projects = new WeakMap<IncomingMessage, ProjectRef>();

export function rememberAccess(
  request: IncomingMessage,
  caller: Caller,
  project: ProjectRef | null,
): void {
  callers.set(request, caller);
  if (project) projects.set(request, project);
}

/** Returns the caller of this request; undefined on a public route. */
export function callerOf(request: IncomingMessage): Caller | undefined {
  return callers.get(request);
}

/** The project that its path names, if any. */
export function projectOf(request: IncomingMessage): ProjectRef | undefined {
  return projects.get(request);
}
