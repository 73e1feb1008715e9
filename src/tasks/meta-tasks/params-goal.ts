import type { JsonObject } from '../../base/kernel/json.js';

/** The most characters of a goal that the params of a task give. */
export const MAX_PARAMS_GOAL = 20_000;

/** The schema of the params of a task whose meta-task has an agent and no contract. */
export const GOAL_PARAMS: JsonObject = {
  type: 'object',
  required: ['goal'],
  properties: {
    goal: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_PARAMS_GOAL,
      description: 'Goal of the agent.',
    },
  },
};

/** Returns the goal that the params of a task give; null if they have none that can be used. */
export function goalOf({ goal }: JsonObject): string | null {
  return typeof goal === 'string' && goal !== '' && goal.length <= MAX_PARAMS_GOAL ? goal : null;
}
