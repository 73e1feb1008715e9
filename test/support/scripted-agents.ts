import { afterAll, beforeEach } from '@jest/globals';
import {
  type ChatRequest,
  type Said,
  scriptedModel,
  type ScriptedModel,
} from './scripted-model.js';
import { sent } from './http.js';
import type { TestServer } from './server.js';
import { sharedServer } from './shared-server.js';

/** A server for a test file, whose default model is scripted by each test. */
export interface ScriptedAgents<Server extends TestServer> {
  /** Returns the answer of the model. `turn` is the number of its earlier answers in the conversation. */
  say: (request: ChatRequest, turn: number) => Said | Promise<Said>;
  /** Scripts these answers, followed by "done". */
  inTurn(...said: Said[]): void;
  /** Starts the server and the model, which stop after the last test of the file. */
  start(): Promise<{ server: Server; model: ScriptedModel }>;
}

/** The default model of the server. The project of each file has a provider of this name. */
const SETTINGS = { METARUN_DEFAULT_MODEL: 'test/m' };

/**
 * Provides a new project on a server that is shared by all test files of a worker. The recorded requests and the script
 * of the model are reset before each test.
 */
export function scriptedAgents(): ScriptedAgents<TestServer> {
  return scriptedAgentsOn(async ({ provider }) => {
    const server = await sharedServer(SETTINGS);
    await sent(server, 'POST', '/projects/default/model-providers', provider);
    return server;
  });
}

/** Does the same as {@link scriptedAgents} on a server that `startIt` starts. */
export function scriptedAgentsOn<Server extends TestServer>(
  startIt: (model: ScriptedModel) => Promise<Server>,
): ScriptedAgents<Server> {
  let server: Server | undefined;
  let model: ScriptedModel | undefined;
  const agents: ScriptedAgents<Server> = {
    say: () => 'done',
    inTurn: (...said) => {
      agents.say = (_request, turn) => said[turn] ?? 'done';
    },
    start: async () => {
      model = await scriptedModel((request, turn) => agents.say(request, turn));
      server = await startIt(model);
      return { server, model };
    },
  };
  beforeEach(() => {
    agents.say = () => 'done';
    if (model !== undefined) model.requests.length = 0;
  });
  afterAll(async () => {
    await server?.stop();
    await model?.stop();
  });
  return agents;
}
