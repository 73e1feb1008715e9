import { afterAll, beforeEach } from '@jest/globals';
import {
  type ChatRequest,
  type Said,
  scriptedModel,
  type ScriptedModel,
} from './scripted-model.js';
import { startServer, type TestServer } from './server.js';

/** A server of its own for a test file, whose default model says what each test has it say. */
export interface ScriptedAgents<Server extends TestServer> {
  /** Returns what the model says; `turn`: how often it has answered in that conversation. */
  say: (request: ChatRequest, turn: number) => Said | Promise<Said>;
  /** Has it say one thing after the other, and then that it is done. */
  inTurn(...said: Said[]): void;
  /** Starts both, with further settings of the server. They stop after the last test of the file. */
  start(env?: Record<string, string>): Promise<{ server: Server; model: ScriptedModel }>;
}

/** Before each test the requests of those before it are forgotten, and what the model was to say. */
export function scriptedAgents(): ScriptedAgents<TestServer> {
  return scriptedAgentsOn(startServer);
}

/** As {@link scriptedAgents}, on a server that is started in another way. */
export function scriptedAgentsOn<Server extends TestServer>(
  startIt: (env: Record<string, string>) => Promise<Server>,
): ScriptedAgents<Server> {
  let server: Server | undefined;
  let model: ScriptedModel | undefined;
  const agents: ScriptedAgents<Server> = {
    say: () => 'done',
    inTurn: (...said) => {
      agents.say = (_request, turn) => said[turn] ?? 'done';
    },
    start: async (env = {}) => {
      model = await scriptedModel((request, turn) => agents.say(request, turn));
      server = await startIt({ ...model.env, ...env });
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
