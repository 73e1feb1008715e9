import { call, needNumber, needText } from './calls.js';
import { inspect } from './inspect.js';
import { freeze, isArray, TypeErrorClass } from './intrinsics.js';
import type { Link } from './link.js';

const MAX_TOKENS = 100_000_000;

interface GenerateOptions {
  model?: unknown;
  schema?: unknown;
  maxTokens?: unknown;
  name?: unknown;
}

/** Creates `reporter.ai`. */
export function makeAi(link: Link): object {
  return freeze({
    generate: async (prompt: unknown, options: GenerateOptions = {}) => {
      const where = 'reporter.ai.generate';
      if (typeof prompt !== 'string' && !isArray(prompt))
        throw new TypeErrorClass(
          `${where} needs prompt as a string or a list of messages, not ${inspect(prompt)}`,
        );
      const { model, schema, maxTokens, name = 'generate' } = options;
      if (schema != null && (typeof schema !== 'object' || isArray(schema)))
        throw new TypeErrorClass(`${where} needs schema as an object, not ${inspect(schema)}`);
      return call(link, 'model.generate', {
        prompt,
        model: model == null ? null : needText(where, 'model', model),
        schema: schema ?? null,
        max_tokens:
          maxTokens == null ? null : needNumber(where, 'maxTokens', maxTokens, 1, MAX_TOKENS),
        name: needText(where, 'name', name),
      });
    },

    embed: async (texts: unknown, options: { model?: unknown; name?: unknown } = {}) => {
      const where = 'reporter.ai.embed';
      if (!isArray(texts))
        throw new TypeErrorClass(`${where} needs a list of texts, not ${inspect(texts)}`);
      for (let index = 0; index < texts.length; index += 1)
        needText(where, 'each text', texts[index]);
      const { model, name = 'embed' } = options;
      const answer = (await call(link, 'model.embed', {
        texts,
        model: needText(where, 'model', model),
        name: needText(where, 'name', name),
      })) as { embeddings: number[][] };
      return answer.embeddings;
    },
  });
}
