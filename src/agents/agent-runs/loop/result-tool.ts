import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';
import type { ModelTool } from '../../models/model-gateway.js';

export const SUBMIT_RESULT = 'submit_result';

/** Tool with which the model submits a result that has a schema. Its input is an object, as providers require. */
export class ResultTool {
  private readonly wrapped: boolean;
  readonly tool: ModelTool;

  constructor(schema: JsonObject) {
    this.wrapped = schema['type'] !== 'object';
    this.tool = {
      name: SUBMIT_RESULT,
      description:
        'Hands in the result of the task, which ends with it. Call it once, alone, when the work is done.',
      inputSchema: this.wrapped
        ? {
            type: 'object',
            properties: { result: unrooted(schema) },
            required: ['result'],
            additionalProperties: false,
            ...selectDefinitions(schema),
          }
        : schema,
    };
  }

  /** Returns the result in a call of the tool, or undefined. */
  readResult(input: Json): Json | undefined {
    if (!this.wrapped) return input;
    return isJsonObject(input) ? input['result'] : undefined;
  }
}

/** Returns the definitions of a schema, which must stay at the root, since references begin there. */
function selectDefinitions({ $defs, definitions }: JsonObject): JsonObject {
  return {
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  };
}

function unrooted({ $defs: _defs, definitions: _definitions, ...rest }: JsonObject): JsonObject {
  return rest;
}
