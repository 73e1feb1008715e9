import { embedMany, generateText, isStepCount, jsonSchema, streamText, tool } from 'ai';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';

// By default, the library writes warnings to standard error.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/** Functions of the libraries in use. */
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
