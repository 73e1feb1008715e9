import type { RunHandle } from '../../sandbox/runtime/runtime.js';
import { ModeExecutor, type OpenRun } from '../tasks/mode-executor.js';
import { AgentRun, type AgentRunServices } from './agent-run.js';

/** Runs tasks of agents, in the server itself. */
export class AgentExecutor extends ModeExecutor {
  constructor(private readonly services: AgentRunServices) {
    super();
  }

  start(run: OpenRun): RunHandle {
    return new AgentRun(run, this.services);
  }
}
