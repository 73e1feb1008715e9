import { choice, integer, text, type Values } from '../../base/config/setting.js';

const MIB = 1024 * 1024;
const MODEL = /^[a-z0-9][a-z0-9-]{0,49}\/[a-z0-9][a-z0-9._-]{0,99}$/;

export const MODEL_SETTINGS = {
  modelProviders: text(
    {
      env: 'METARUN_MODEL_PROVIDERS',
      description: 'YAML file of the model providers that all projects may use. Default: none.',
    },
    '',
    'a path',
    (value) => !value.includes('\0'),
  ),
  defaultModel: text(
    {
      env: 'METARUN_DEFAULT_MODEL',
      description: 'Model to use if none is named. Default: none.',
    },
    '',
    'provider/name',
    (value) => value === '' || MODEL.test(value),
  ),
  embeddingModel: text(
    {
      env: 'METARUN_EMBEDDING_MODEL',
      description:
        'Embedding model for searching memories by meaning as well as by words, and files if METARUN_EMBED_FILES allows it. Default: none.',
    },
    '',
    'provider/name',
    (value) => value === '' || MODEL.test(value),
  ),
  modelLog: choice(
    {
      env: 'METARUN_MODEL_LOG',
      description:
        'Requests to models in the log of the server: none, model with tokens and times, or also the full request and answer.',
    },
    ['none', 'metadata', 'full'],
    'metadata',
  ),
  maxModelResponseBytes: integer(
    {
      env: 'METARUN_LIMITS.model_response_bytes',
      description: 'Maximum size of an answer of a model provider, in bytes.',
    },
    8 * MIB,
    1024,
    1024 * MIB,
  ),
} as const;

export type ModelSettings = Values<typeof MODEL_SETTINGS>;
