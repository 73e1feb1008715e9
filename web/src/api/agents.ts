import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import { ifMatch, versionTag } from './conditions.js';
import { pagesQuery } from './pages.js';
import type { Agent, ListedAgent } from './types.js';

const PAGE = 50;
const LIST = '/projects/{project_id}/agents' as const;
const ONE = `${LIST}/{agent}` as const;

/** Fields of an agent that its authors set. */
export type AgentBody = Pick<
  Agent,
  | ('name' | 'description' | 'model' | 'instructions' | 'tools' | 'approve' | 'knowledge')
  | ('limits' | 'memory' | 'temperature' | 'reasoning')
>;

const buildPathParams = (project: string, agent: string) => ({
  path: { project_id: project, agent },
});

/** Agents of a project, newest first. */
export function agentsQuery(project: string, archived: boolean, q?: string) {
  const filter = { archived: archived ? 'true' : 'false', ...(q !== undefined && { q }) } as const;
  return pagesQuery<ListedAgent>(['agents', project, { archived, q }], (place, signal) =>
    api.GET(LIST, {
      params: { path: { project_id: project }, query: { limit: PAGE, ...place, ...filter } },
      signal,
    }),
  );
}

/** The current state of an agent, or one of its versions. */
export function agentQuery(project: string, agent: string, version?: number) {
  return queryOptions({
    queryKey: ['agent', project, agent, version ?? 'current'],
    queryFn: ({ signal }): Promise<Agent> =>
      version === undefined
        ? readBody(api.GET(ONE, { params: buildPathParams(project, agent), signal }))
        : readBody(
            api.GET(`${ONE}/versions/{version}`, {
              params: { path: { project_id: project, agent, version: String(version) } },
              signal,
            }),
          ),
  });
}

/** Versions of an agent with all fields, newest first. */
export function agentVersionsQuery(project: string, agent: string) {
  return pagesQuery<ListedAgent>(['agent', project, agent, 'versions'], (place, signal) =>
    api.GET(`${ONE}/versions`, {
      params: {
        ...buildPathParams(project, agent),
        query: { limit: PAGE, fields: 'all', ...place },
      },
      signal,
    }),
  );
}

export function createAgent(
  project: string,
  body: AgentBody & { identifier?: string },
): Promise<Agent> {
  return readBody(api.POST(LIST, { params: { path: { project_id: project } }, body }));
}

/** Creates a new version of an agent, provided that `base` is still its current state. */
export function changeAgent(project: string, base: Agent, body: AgentBody): Promise<Agent> {
  return readBody(
    api.PATCH(ONE, {
      params: buildPathParams(project, base.identifier),
      body,
      ...ifMatch(versionTag(base)),
    }),
  );
}

/** Archives or restores an agent. */
export function setAgentArchived(project: string, base: Agent, archived: boolean): Promise<Agent> {
  const options = {
    params: buildPathParams(project, base.identifier),
    ...ifMatch(versionTag(base)),
  };
  return readBody(
    archived ? api.POST(`${ONE}/archive`, options) : api.POST(`${ONE}/restore`, options),
  );
}

/** Makes an earlier version of an agent current again. */
export function restoreAgentVersion(project: string, base: Agent, version: number): Promise<Agent> {
  return readBody(
    api.POST(`${ONE}/versions/{version}/restore`, {
      params: {
        path: { project_id: project, agent: base.identifier, version: String(version) },
      },
      ...ifMatch(versionTag(base)),
    }),
  );
}
