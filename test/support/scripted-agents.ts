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

/** A server for a test file, whose default model says what each test has it say. */
export interface ScriptedAgents<Server extends TestServer> {
  /** Returns what the model says; `turn`: how often it has answered in that conversation. */
  say: (request: ChatRequest, turn: number) => Said | Promise<Said>;
  /** Has it say one thing after the other, and then that it is done. */
  inTurn(...said: Said[]): void;
  /** Starts both. They stop after the last test of the file. */
  start(): Promise<{ server: Server; model: ScriptedModel }>;
}

/** Each file's model is a provider of its own project, with the name that the default model of the server has. */
const SETTINGS = { METARUN_DEFAULT_MODEL: 'test/m' };

/**
 * A new project on a server that the files of a worker share. Before each test the requests of those before it are forgotten, and
 * what the model was to say.
 */
export function scriptedAgents(): ScriptedAgents<TestServer> {
  return scriptedAgentsOn(async ({ provider }) => {
    const server = await sharedServer(SETTINGS);
    await sent(server, 'POST', '/projects/default/model-providers', provider);
    return server;
  });
}

/** As {@link scriptedAgents}, on a server that is started in another way. */
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
