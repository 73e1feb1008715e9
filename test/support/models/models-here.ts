import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { ModelGateway, ModelRequest } from '../../../src/features/models/model-gateway.js';
import type { ProviderKind } from '../../../src/features/models/providers/provider.js';
import { DataFolderLock } from '../../../src/platform/database/data-folder-lock.js';
import { openDatabase } from '../../../src/platform/database/open-database.js';
import { type Core, createCore } from '../../../src/server/core/core.js';
import { allTables } from '../../../src/server/core/tables.js';
import { readLocalConfig } from '../../../src/tooling/local/local-config.js';
import { startRuntimes } from '../../../src/tooling/local/local-runtimes.js';
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

/** A gateway in this process, with a provider of each kind, streamed and not, that has failures. */
export interface ModelsHere {
  core: Core;
  gateway: ModelGateway;
  provider: FaultyProvider;
  /** The lines of the log so far. */
  log: string[];
  close(): Promise<void>;
}

export async function startModelsHere(): Promise<ModelsHere> {
  const folder = mkdtempSync(join(tmpdir(), 'metarun-models-'));
  const provider = await startFaultyProvider();
  const env = { ...process.env, METARUN_NETWORK_RANGES: '127.0.0.0/8' };
  const config = {
    ...readLocalConfig({ dataDir: folder }, env),
    maxModelResponseBytes: 200_000,
    modelLog: 'full' as const,
  };
  const log: string[] = [];
  const core = await createCore(config, {
    logger: pino({ level: 'debug' }, { write: (line: string) => void log.push(line) }),
    lock: DataFolderLock.take(folder, true),
    openDatabase: async () => openDatabase(config, await allTables(), pino({ enabled: false })),
    startRuntimes: () => startRuntimes(config, []),
  });
  const { providers, gateway } = core.models;
  await core.secrets.secrets.put(
    { id: PROJECT, slug: PROJECT, name: PROJECT },
    'KEY',
    { value: KEY },
    'test',
  );
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
      rmSync(folder, { recursive: true });
    },
  };
}

export const nameOf = (kind: Kind, stream: boolean): string =>
  `${kind.replace('_', '-')}-${stream ? 'streamed' : 'whole'}`;

function definition(kind: Kind, stream: boolean, url: string) {
  return {
    name: nameOf(kind, stream),
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
    model: `${nameOf(kind, stream)}/m`,
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
