import { integer, type Values } from '../../base/config/setting.js';

export const MEMORY_SETTINGS = {
  memoryMaxTokens: integer(
    {
      env: 'METARUN_LIMITS.memory_tokens',
      description:
        'Maximum number of input and output tokens for distilling memories from one task.',
    },
    8_000,
    2_000,
    1_000_000,
  ),
} as const;

export type MemoryConfig = Values<typeof MEMORY_SETTINGS>;
