import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { agentQuery, changeAgent, setAgentArchived } from '../../api/agents.js';
import { type Tagged, versionTag } from '../../api/conditions.js';
import { toRequestError } from '../../api/request-error.js';
import type { Agent } from '../../api/types.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Loaded } from '../../parts/loaded.js';
import { orReread } from '../../parts/or-reread.js';
import { Overtaken } from '../../parts/overtaken.js';
import { SaveBar } from '../../parts/save-bar.js';
import { UnknownParameters } from '../../parts/unknown-parameters.js';
import { useAction } from '../../parts/use-action.js';
import { useEdit } from '../../parts/use-edit.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { texts } from '../../texts/en/agents.js';
import { bodyOfAgent, draftOfAgent } from './agent-draft.js';
import { AgentFields } from './agent-fields.js';
import { AgentVersions } from './agent-versions.js';
import { SettingsPage } from './settings-page.js';

const FROM = '/signed-in/p/$project/settings/agents/$agent';

/** Details of an agent: the form to change it, and its versions. */
export function AgentScreen() {
  return (
    <SettingsPage needs="viewer">
      <Whole />
    </SettingsPage>
  );
}

function Whole() {
  const { project, is } = useProject();
  const { agent: identifier } = useParams({ from: FROM });
  const { unknown, ...search } = useSearch({ from: FROM });
  const query = useQuery(agentQuery(project.id, identifier));
  if (query.isError && toRequestError(query.error).status === 404)
    return <Empty title={texts.title} about={texts.gone(identifier)} />;
  return (
    <>
      <UnknownParameters names={unknown} />
      <Loaded query={query} label={texts.loading}>
        {(agent) => (
          <>
            <div className="buttons">
              <h2>
                <UserText>{agent.name}</UserText>
              </h2>
              <code className="quiet">{agent.identifier}</code>
              <span className="pill">{texts.version(agent.current_version)}</span>
              {is('author') && <ArchiveButton agent={agent} />}
            </div>
            {agent.archived_at !== null && <p className="note">{texts.isArchived}</p>}
            <Form key={agent.id} agent={agent} />
            <AgentVersions agent={agent} search={search} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Form({ agent }: { agent: Agent }) {
  const { project, is } = useProject();
  const client = useQueryClient();
  const query = agentQuery(project.id, agent.identifier);
  const edit = useEdit({
    value: tagged(agent),
    toDraft: draftOfAgent,
    save: async (draft, base) => {
      const saved = await changeAgent(project.id, base, bodyOfAgent(draft));
      client.setQueryData(query.queryKey, saved);
      await Promise.all([
        client.invalidateQueries({ queryKey: ['agent', project.id, agent.identifier, 'versions'] }),
        client.invalidateQueries({ queryKey: ['agents', project.id] }),
      ]);
      return tagged(saved);
    },
    reread: async () => tagged(await client.fetchQuery({ ...query, staleTime: 0 })),
  });
  return (
    <form className="panel form wide-form" onSubmit={edit.submit}>
      <h2>{texts.change}</h2>
      <p className="quiet">{texts.changeNote}</p>
      <Overtaken
        edit={edit}
        labels={texts.fields}
        who={{ by: agent.created_by, at: agent.version_created_at }}
      />
      <fieldset className="form" disabled={!is('author')}>
        <AgentFields draft={edit.draft} issueAt={edit.issueAt} onChange={edit.change} />
      </fieldset>
      {is('author') && <SaveBar edit={edit} />}
    </form>
  );
}

function ArchiveButton({ agent }: { agent: Agent }) {
  const { project } = useProject();
  const client = useQueryClient();
  const { busy, error, run } = useAction();
  const isArchived = agent.archived_at !== null;
  const reread = (): Promise<void> =>
    client.invalidateQueries({ queryKey: ['agent', project.id, agent.identifier] });
  return (
    <>
      <button
        type="button"
        className="small"
        disabled={busy}
        onClick={() =>
          void run(async () => {
            await orReread(() => setAgentArchived(project.id, agent, !isArchived), reread);
            await reread();
            await client.invalidateQueries({ queryKey: ['agents', project.id] });
          })
        }
      >
        {isArchived ? texts.bringBack : texts.archive}
      </button>
      {error !== null && <ErrorNote error={error} />}
    </>
  );
}

function tagged(agent: Agent): Tagged<Agent> {
  return { ...agent, etag: versionTag(agent) };
}
