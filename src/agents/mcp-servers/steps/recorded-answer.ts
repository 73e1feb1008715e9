import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';
import { recordedError } from '../../../base/kernel/errors.js';
import type { StepEnd } from '../../../workflow/steps/step.js';
import type { ToolOutput } from '../connection/answers.js';

/** The result of a tool as scripts get it. `path`: the file that has all of it; null where `content` has. */
export type ShownOutput = ToolOutput & { path: string | null };

/**
 * What one exchange with a server has come to, as its step keeps it: a result; questions; or the id of a task of the server that
 * has ended, or that asks.
 */
export type Exchanged =
  | ShownOutput
  | { asks: Record<string, JsonObject>; state: string | null; task: string | null }
  | { ready: string };

/** The part of a record that a step keeps beside. */
export interface ExchangeDetail {
  server: string;
  tool: string;
  arguments?: Json;
  /** The id of the task of the server. */
  remote_task?: string;
  /** Questions that were asked while the call was open. */
  asked?: JsonObject[];
  /** True of a failure after which a new attempt of the task may make the call again. */
  again?: boolean;
}

/** Returns what a step has kept, and the questions that were asked meanwhile. Throws the error with which it failed. */
export function exchangedOf(end: StepEnd): { exchanged: Exchanged; asked: JsonObject[] } {
  const { asked } = detailOf(end);
  if (end.status === 'failed') throw recordedError(end.error.type, end.error.message);
  return { exchanged: JSON.parse(end.result) as Exchanged, asked };
}

/** Returns the questions that a step was asked, however it has ended. */
export function detailOf({ detail }: StepEnd): { asked: JsonObject[] } {
  const given: unknown = detail == null ? null : JSON.parse(detail);
  const asked = isJsonObject(given) ? given['asked'] : null;
  return { asked: Array.isArray(asked) ? asked.filter(isJsonObject) : [] };
}
