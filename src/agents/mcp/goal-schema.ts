import { isJsonObject, type JsonObject } from '../../base/kernel/json.js';
import { GOAL_PARAMS } from '../../tasks/meta-tasks/params-goal.js';

/** Returns a schema of params with the goal that a task of an agent without a contract needs. */
export function goalSchemaWith(schema: JsonObject): JsonObject {
  const { properties, required } = schema;
  const goal = GOAL_PARAMS['properties'];
  return {
    ...schema,
    properties: {
      ...(isJsonObject(goal) ? goal : {}),
      ...(isJsonObject(properties) ? properties : {}),
    },
    required: [
      'goal',
      ...(Array.isArray(required) ? required.filter((one) => one !== 'goal') : []),
    ],
  };
}
