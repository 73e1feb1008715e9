import type { JsonObject } from '../../base/kernel/json.js';

/** Maximum length of a goal in the params of a task, in characters. */
export const MAX_PARAMS_GOAL = 20_000;

/** Schema of params for a meta-task with an agent and no contract. */
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

/** Returns the goal in the params of a task; null without a usable one. */
export function findGoal({ goal }: JsonObject): string | null {
  return typeof goal === 'string' && goal !== '' && goal.length <= MAX_PARAMS_GOAL ? goal : null;
}
