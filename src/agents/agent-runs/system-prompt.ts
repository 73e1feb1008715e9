import { isJsonObject, type Json, type JsonObject } from '../../base/kernel/json.js';
import type { EffectiveContract } from '../agents/merge-contract.js';
import { type DataParts, userMessage } from './loop/messages.js';
import { SUBMIT_RESULT } from './loop/result-tool.js';

/** Returns the system prompt, which only contains text of this service and of the authors of contract and agent. */
export function systemPrompt(
  { instructions }: EffectiveContract,
  data: DataParts,
  hasSchema: boolean,
): string {
  const end = hasSchema
    ? `When the work is done, call ${SUBMIT_RESULT} once with the result.`
    : 'When the work is done, answer with the result alone and call no tool.';
  const rules = [
    'You carry out one task, by yourself, with the tools that you have. No person reads along: ask through a tool alone.',
    end,
    data.rule,
    'Where a tool fails, its answer says why. Do not call it again with the same arguments.',
  ];
  return [...rules, ...(instructions === '' ? [] : ['# Instructions', instructions])].join('\n\n');
}

/** Returns the opening messages of the conversation: the goal, followed by the params and memories as data. */
export function openingMessages(
  goal: string,
  params: Json,
  memories: readonly JsonObject[],
  data: DataParts,
): JsonObject[] {
  const shown = isJsonObject(params) ? withoutGoal(params, goal) : params;
  const isEmpty = isJsonObject(shown) && Object.keys(shown).length === 0;
  const texts = isEmpty ? [] : [data.wrap('params of the task', JSON.stringify(shown, null, 1))];
  if (memories.length > 0)
    texts.push(
      data.wrap(
        'memories of earlier tasks, which may be wrong; of low trust are those that may come from outside, and stale are those whose files have changed since',
        memories.map((memory) => JSON.stringify(memory)).join('\n'),
      ),
    );
  return [userMessage(`Goal: ${goal}`, ...texts)];
}

/** Returns the params without the goal if it is already used as the task's goal. */
function withoutGoal({ goal, ...rest }: JsonObject, used: string): JsonObject {
  return goal === undefined || goal === used ? rest : { goal, ...rest };
}
