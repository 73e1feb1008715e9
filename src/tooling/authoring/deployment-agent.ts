import { answerOf, ApiError, type MetarunClient } from '@metarun/client';
import { placedError } from './deployment-diagnostics.js';
import type { MetaTaskFolder } from './meta-task-folder.js';

const AGENT = '/projects/{project_id}/agents/{agent}';

interface Bound {
  id: string;
  identifier: string;
}

/**
 * Returns the agent that a meta-task names; null if it names none. Throws GuidedError if the project has no such agent.
 */
export async function resolveAgent(
  client: MetarunClient,
  { bindings, file, locatePointer }: Pick<MetaTaskFolder, 'bindings' | 'file' | 'locatePointer'>,
): Promise<Bound | null> {
  const { agent } = bindings;
  if (agent === undefined) return null;
  try {
    return await readAgent(client, agent);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw placedError(`The project "${client.project}" has no agent "${agent}".`, {
      code: 'unknown_binding',
      fix: 'Make it by `metarun agents create`, or correct the name: `metarun agents list` shows them.',
      docs: 'agents.md#agents',
      file,
      place: locatePointer('/agent'),
    });
  }
}

/** Returns the identifier of an agent; its id if it no longer exists. */
export async function agentById(client: MetarunClient, id: string): Promise<string> {
  try {
    return (await readAgent(client, id)).identifier;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return id;
  }
}

async function readAgent(client: MetarunClient, agent: string): Promise<Bound> {
  const path = { project_id: client.project, agent };
  return answerOf(await client.api.GET(AGENT, { params: { path } }));
}
