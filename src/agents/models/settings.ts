import { choice, integer, text, type Values } from '../../base/config/setting.js';

const MIB = 1024 * 1024;
const MODEL = /^[a-z0-9][a-z0-9-]{0,49}\/[a-z0-9][a-z0-9._-]{0,99}$/;

export const MODEL_SETTINGS = {
  modelProviders: text(
    {
      env: 'METARUN_MODEL_PROVIDERS',
      description: 'YAML file of the model providers that all projects may use; by default none.',
    },
    '',
    'a path',
    (value) => !value.includes('\0'),
  ),
  defaultModel: text(
    {
      env: 'METARUN_DEFAULT_MODEL',
      description: 'Model that is used where none is named; by default none.',
    },
    '',
    'provider/name',
    (value) => value === '' || MODEL.test(value),
  ),
  embeddingModel: text(
    {
      env: 'METARUN_EMBEDDING_MODEL',
      description:
        'Model by whose embeddings memories are searched beside their words, and files where METARUN_EMBED_FILES lets them; by default none.',
    },
    '',
    'provider/name',
    (value) => value === '' || MODEL.test(value),
  ),
  modelLog: choice(
    {
      env: 'METARUN_MODEL_LOG',
      description:
        "What the server's own log has of requests to models: nothing, which model with tokens and times, or also what was sent and answered.",
    },
    ['none', 'metadata', 'full'],
    'metadata',
  ),
  maxModelResponseBytes: integer(
    {
      env: 'METARUN_MAX_MODEL_RESPONSE_BYTES',
      description: 'Size limit of an answer of a model provider, in bytes.',
    },
    8 * MIB,
    1024,
    1024 * MIB,
  ),
} as const;

export type ModelSettings = Values<typeof MODEL_SETTINGS>;
