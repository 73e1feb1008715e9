import { embedMany, generateText, isStepCount, jsonSchema, streamText, tool } from 'ai';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';

// Otherwise it writes to standard error.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/** The functions of the libraries that are used. */
export const libraries = {
  embedMany,
  generateText,
  isStepCount,
  jsonSchema,
  streamText,
  tool,
  createAnthropic,
  createGoogle,
  createOpenAI,
  createOpenAICompatible,
};
