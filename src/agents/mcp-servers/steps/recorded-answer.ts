import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';
import { recordedError } from '../../../base/kernel/errors.js';
import type { StepEnd } from '../../../workflow/steps/step.js';
import type { ToolOutput } from '../connection/answers.js';

/** The result of a tool in the form for scripts. `path`: file with the whole result; null if `content` has it. */
export type ShownOutput = ToolOutput & { path: string | null };

/**
 * Recorded outcome of one exchange with a server: a result, questions, or the id of a task on the server that has
 * ended or asks a question.
 */
export type Exchanged =
  | ShownOutput
  | { asks: Record<string, JsonObject>; state: string | null; task: string | null }
  | { ready: string };

/** Details that a step stores with its record. */
export interface ExchangeDetail {
  server: string;
  tool: string;
  arguments?: Json;
  /** Id of the task on the server. */
  remote_task?: string;
  /** Questions asked during the call. */
  asked?: JsonObject[];
  /** True for a failure after which a new attempt of the task may repeat the call. */
  again?: boolean;
}

/**
 * Returns the recorded outcome of a step with the questions asked during the call. Throws the error with which the
 * step failed.
 */
export function parseExchanged(end: StepEnd): { exchanged: Exchanged; asked: JsonObject[] } {
  const { asked } = parseDetail(end);
  if (end.status === 'failed') throw recordedError(end.error.type, end.error.message);
  return { exchanged: JSON.parse(end.result) as Exchanged, asked };
}

/** Returns the questions asked during a step, whatever its outcome. */
export function parseDetail({ detail }: StepEnd): { asked: JsonObject[] } {
  const given: unknown = detail == null ? null : JSON.parse(detail);
  const asked = isJsonObject(given) ? given['asked'] : null;
  return { asked: Array.isArray(asked) ? asked.filter(isJsonObject) : [] };
}
