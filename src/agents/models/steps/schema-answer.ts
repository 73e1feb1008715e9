import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';
import type { ModelReply, ModelTool } from '../model-gateway.js';
import { parseJson } from './parse-json.js';

const TOOL = 'answer';
/** Member that wraps an answer that is not an object, since tool input must be an object. */
const WRAPPER = 'value';

/** An answer that matches a schema, which the model returns as the input of a tool or as text. */
export class SchemaAnswer {
  /** The schema as JSON text. */
  readonly text: string;
  private readonly wrapped: boolean;

  constructor(private readonly schema: JsonObject) {
    this.text = JSON.stringify(schema);
    this.wrapped = schema['type'] !== 'object';
  }

  /** Returns the additions to a prompt that request the answer. */
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

  /** Returns the value of the model, which may not match the schema, or a problem for the model to read. */
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

  /** Returns the messages that report a wrong answer to the model. */
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

/** Parses an answer as text, since some models do not support tools and write JSON. */
function parsed(text: string): { value: Json } | { problem: string } {
  const value = parseJson(text);
  return value === undefined ? { problem: `you have not called the tool "${TOOL}"` } : { value };
}
