import { isJsonObject, type Json } from '../../../base/kernel/json.js';
import { type AgentTool, objectSchema, formatJsonValue } from './tool.js';

/** Returns the tool that asks a person, who answers in a form. */
export function askPersonTool(): AgentTool {
  return {
    name: 'ask_person',
    description: 'Asks a person a question and waits for the answer.',
    inputSchema: objectSchema({
      question: { type: 'string', minLength: 1, maxLength: 2000 },
      'choices?': {
        type: 'array',
        items: { type: 'string' },
        minItems: 2,
        maxItems: 50,
        uniqueItems: true,
        description: 'Answers to choose from. Default: free text.',
      },
    }),
    checked: true,
    recorded: () => 'own',
    origin: () => 'ask_person',
    run: async ({ input: { question = null, choices }, call }): Promise<Json> => {
      const answer = {
        type: 'string',
        title: 'Answer',
        ...(choices === undefined ? {} : { enum: choices }),
      };
      const form = { type: 'object', properties: { answer }, required: ['answer'] };
      const end = await call('approval.ask', {
        prompt: question,
        proposal: null,
        form,
        expires_in: null,
      });
      if (!isJsonObject(end)) return end;
      const { state = null, payload, comment = null, message, decided_by = null } = end;
      if (state === 'rejected')
        return { answered: false, why: `Rejected by ${formatJsonValue(decided_by)}.`, comment };
      if (state !== 'approved') return { answered: false, why: message ?? null, comment };
      if (decided_by === 'auto_approve')
        return {
          answered: false,
          why: 'No person is asked here (auto_approve): decide by yourself.',
        };
      return {
        answered: true,
        answer: isJsonObject(payload ?? null)
          ? ((payload as { answer?: Json }).answer ?? null)
          : null,
        comment,
      };
    },
  };
}
