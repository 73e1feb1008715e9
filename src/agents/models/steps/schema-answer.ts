import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';
import type { ModelReply, ModelTool } from '../model-gateway.js';
import { parseJson } from './parse-json.js';

const TOOL = 'answer';
/** The member that holds an answer that is no object: the input of a tool always is one. */
const WRAPPER = 'value';

/** An answer by a schema: the model gives it as the input of a tool, or else as text. */
export class SchemaAnswer {
  /** The schema as JSON text. */
  readonly text: string;
  private readonly wrapped: boolean;

  constructor(private readonly schema: JsonObject) {
    this.text = JSON.stringify(schema);
    this.wrapped = schema['type'] !== 'object';
  }

  /** Returns what a request has besides the prompt. */
  added(system: string | null): { system: string; tools: ModelTool[] } {
    const instruction = `Give your answer by one call of the tool "${TOOL}", and not as text.`;
    const inputSchema: JsonObject = this.wrapped
      ? { type: 'object', properties: { [WRAPPER]: this.schema }, required: [WRAPPER] }
      : this.schema;
    return {
      system: system === null ? instruction : `${system}\n\n${instruction}`,
      tools: [{ name: TOOL, description: 'Takes the answer.', inputSchema }],
    };
  }

  /** Returns the value that a model has given, which may not match the schema; or why there is none, for the model to read. */
  read({ calls, text, finish }: ModelReply): { value: Json } | { problem: string } {
    const call = calls.find(({ name }) => name === TOOL);
    if (call === undefined && finish === 'length')
      return { problem: 'your answer was cut off since it was too long: give a shorter one' };
    if (call === undefined) return parsed(text);
    if (call.problem !== null)
      return { problem: `the input of "${TOOL}" is not JSON: ${call.problem}` };
    if (!this.wrapped) return { value: call.input };
    if (isJsonObject(call.input) && Object.hasOwn(call.input, WRAPPER))
      return { value: call.input[WRAPPER] ?? null };
    return { problem: `the input of "${TOOL}" must be an object with the member "${WRAPPER}"` };
  }

  /** Returns the messages that say to a model what was wrong with its answer. */
  correction({ calls }: ModelReply, issues: string): JsonObject[] {
    const value = `This does not match the schema: ${issues}. Call "${TOOL}" again with all of the answer.`;
    if (calls.length === 0) return [{ role: 'user', content: value }];
    return [
      {
        role: 'tool',
        content: calls.map(({ id, name }): JsonObject => ({
          type: 'tool-result',
          toolCallId: id,
          toolName: name,
          output: {
            type: 'error-text',
            value: name === TOOL ? value : `There is no tool "${name}".`,
          },
        })),
      },
    ];
  }
}

/** There are models that know no tools, and write JSON. */
function parsed(text: string): { value: Json } | { problem: string } {
  const value = parseJson(text);
  return value === undefined ? { problem: `you have not called the tool "${TOOL}"` } : { value };
}
