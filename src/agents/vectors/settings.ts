import { choice, type Values } from '../../base/config/setting.js';

export const VECTOR_SETTINGS = {
  embedFiles: choice(
    {
      env: 'METARUN_EMBED_FILES',
      description:
        'Files whose texts go to METARUN_EMBEDDING_MODEL, so that they are searched by meaning too: none, or those of the projects whose administrators have chosen so.',
    },
    ['none', 'chosen'],
    'none',
  ),
} as const;

export type VectorSettings = Values<typeof VECTOR_SETTINGS>;
