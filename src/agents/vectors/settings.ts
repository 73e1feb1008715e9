import { choice, type Values } from '../../base/config/setting.js';

export const VECTOR_SETTINGS = {
  embedFiles: choice(
    {
      env: 'METARUN_EMBED_FILES',
      description:
        'Files whose texts are sent to METARUN_EMBEDDING_MODEL, so that they can be searched by meaning: none, or those of projects whose administrators enabled it.',
    },
    ['none', 'chosen'],
    'none',
  ),
} as const;

export type VectorSettings = Values<typeof VECTOR_SETTINGS>;
