import type { Group, PortBehaviour } from '../behaviour.js';

const USAGE = { input_tokens: 3, cached_tokens: 0, output_tokens: 1, reasoning_tokens: 0 };
const ANSWER = { finish: 'stop', model: 'a/b', usage: { ...USAGE, cost_usd: null } };

export const MODELS: Group<PortBehaviour> = {
  title: 'Language models',
  behaviours: {
    'models.generate': {
      says: 'a prompt reaches the host with its options, and all parts of the answer are returned',
      answers: () => Promise.resolve({ ...ANSWER, text: 'tëxt', object: { n: 1 } }),
      python:
        'answer = reporter.ai.generate("prömpt", model="a/b", schema={"type": "object"}, max_tokens=5, name="ask")\nreturn [answer.text, answer.object, answer.finish, answer.model, answer.usage["input_tokens"]]',
      typescript:
        'const answer = await reporter.ai.generate("prömpt", { model: "a/b", schema: { type: "object" }, maxTokens: 5, name: "ask" });\nreturn [answer.text, answer.object, answer.finish, answer.model, answer.usage.input_tokens];',
      result: ['tëxt', { n: 1 }, 'stop', 'a/b', 3],
      calls: [
        {
          method: 'model.generate',
          args: {
            prompt: 'prömpt',
            model: 'a/b',
            schema: { type: 'object' },
            max_tokens: 5,
            name: 'ask',
          },
        },
      ],
    },
    'models.embed': {
      says: 'texts to embed reach the host, and their embeddings are returned',
      answers: () => Promise.resolve({ embeddings: [[1, 2.5]], model: 'a/b', usage: {} }),
      python: 'return reporter.ai.embed(["a"], "a/b")',
      typescript: 'return await reporter.ai.embed(["a"], { model: "a/b" });',
      result: [[1, 2.5]],
      calls: [{ method: 'model.embed', args: { texts: ['a'], model: 'a/b', name: 'embed' } }],
    },
  },
};
