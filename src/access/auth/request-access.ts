import type { IncomingMessage } from 'node:http';
import type { Caller, ProjectRef } from './caller.js';

/** HTTP methods that change nothing. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Kept in a map rather than on the request, where a middleware could set it by accident. */
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

/** Returns the caller of a request; undefined on a public route. */
export function findRequestCaller(request: IncomingMessage): Caller | undefined {
  return callers.get(request);
}

/** Returns the project in the path of a request, if any. */
export function findRequestProject(request: IncomingMessage): ProjectRef | undefined {
  return projects.get(request);
}
