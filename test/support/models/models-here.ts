import { pino } from 'pino';
import { ModelGateway, type ModelRequest } from '../../../src/agents/models/model-gateway.js';
import { ModelProvidersService } from '../../../src/agents/models/providers/model-providers.service.js';
import type { ProviderKind } from '../../../src/agents/models/providers/provider.js';
import { SecretsService } from '../../../src/access/secrets/secrets.service.js';
import { openCore, type TestCore } from '../core.js';
import { type FaultyProvider, startFaultyProvider } from './faulty-provider.js';

const PROJECT = 'project';
export const KEY = 'sk-a-key-that-must-not-be-seen';
export const OWNER = { projectId: PROJECT, taskId: null, stepId: null, attempt: 1 };
export const KINDS = [
  'openai_chat',
  'openai',
  'anthropic',
  'google',
  'openai_compatible',
] as const satisfies ProviderKind[];
export type Kind = (typeof KINDS)[number];

export const MODELS: Record<Kind, string> = {
  openai_chat: 'gpt-4o',
  openai: 'gpt-4o',
  anthropic: 'claude-sonnet-4-5',
  google: 'gemini-2.5-flash',
  openai_compatible: 'local',
};

/** A gateway in this process, and a provider of each kind that can be made to fail. */
export interface ModelsHere {
  core: TestCore;
  gateway: ModelGateway;
  provider: FaultyProvider;
  log: string[];
  close(): Promise<void>;
}

export async function startModelsHere(): Promise<ModelsHere> {
  const provider = await startFaultyProvider();
  const log: string[] = [];
  const core = await openCore({
    env: { ...process.env, METARUN_NETWORK_RANGES: '127.0.0.0/8' },
    settings: { maxModelResponseBytes: 200_000, modelLog: 'full' },
    logger: pino({ level: 'debug' }, { write: (line: string) => void log.push(line) }),
  });
  const providers = core.context.get(ModelProvidersService);
  const gateway = core.context.get(ModelGateway);
  await core.context
    .get(SecretsService)
    .put({ id: PROJECT, slug: PROJECT, name: PROJECT }, 'KEY', { value: KEY }, 'test');
  for (const kind of KINDS)
    for (const stream of [true, false])
      await providers.create(PROJECT, definition(kind, stream, provider.url), 'test');
  return {
    core,
    gateway,
    provider,
    log,
    close: async () => {
      await core.close();
      await provider.close();
    },
  };
}

export const buildModelName = (kind: Kind, stream: boolean): string =>
  `${kind.replace('_', '-')}-${stream ? 'streamed' : 'whole'}`;

function definition(kind: Kind, stream: boolean, url: string) {
  return {
    name: buildModelName(kind, stream),
    kind,
    base_url: `${url}/${kind === 'google' ? 'v1beta' : 'v1'}`,
    secret: 'KEY',
    headers: { 'x-also': 'also {{secret:KEY}}' },
    models: [
      {
        name: 'm',
        model: MODELS[kind],
        context_tokens: 100_000,
        max_output_tokens: 1_000,
        prices: { input: 1, output: 2 },
      },
    ],
    stream,
    timeout_seconds: 10,
    first_token_seconds: 2,
    max_concurrency: 256,
  };
}

export function requestTo(kind: Kind, stream: boolean, text = 'hello'): ModelRequest {
  return {
    model: `${buildModelName(kind, stream)}/m`,
    system: 'Be short.',
    messages: [{ role: 'user', content: text }],
    tools: [
      {
        name: 'look',
        description: 'Looks at a thing.',
        inputSchema: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] },
      },
    ],
    maxOutputTokens: 100,
    temperature: null,
    reasoning: null,
  };
}
