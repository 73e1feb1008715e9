import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { Tagged } from '../../api/conditions.js';
import {
  changeMcpServer,
  deleteMcpServer,
  mcpServerQuery,
  mcpServersQuery,
} from '../../api/mcp-servers.js';
import { toRequestError } from '../../api/request-error.js';
import type { McpServer } from '../../api/types.js';
import { ConfirmButton } from '../../parts/confirm.js';
import { Empty } from '../../parts/empty.js';
import { Loaded } from '../../parts/loaded.js';
import { orReread } from '../../parts/or-reread.js';
import { Overtaken } from '../../parts/overtaken.js';
import { SaveBar } from '../../parts/save-bar.js';
import { useEdit } from '../../parts/use-edit.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/mcp-servers.js';
import { bodyOfMcpServer, draftOfMcpServer } from './mcp-server-draft.js';
import { McpServerFields } from './mcp-server-fields.js';
import { McpTools } from './mcp-tools.js';
import { SettingsPage } from './settings-page.js';

/** Details of an MCP server: its tools, and the form to change it. */
export function McpServerScreen() {
  return (
    <SettingsPage needs="author">
      <Server />
    </SettingsPage>
  );
}

function Server() {
  const { project } = useProject();
  const { server: id } = useParams({ from: '/signed-in/p/$project/settings/mcp-servers/$server' });
  const query = useQuery(mcpServerQuery(project.id, id));
  if (query.isError && toRequestError(query.error).status === 404)
    return <Empty title={texts.title} about={texts.gone(id)} />;
  return (
    <Loaded query={query} label={texts.loading}>
      {(server) => (
        <>
          <h2>{server.name}</h2>
          <McpTools key={`tools ${id}`} server={server} />
          {server.scope === 'project' ? (
            <Form key={id} value={server} />
          ) : (
            <p className="quiet">{texts.ofInstallation}</p>
          )}
        </>
      )}
    </Loaded>
  );
}

function Form({ value }: { value: Tagged<McpServer> }) {
  const { project, is } = useProject();
  const client = useQueryClient();
  // Servers of the installation have neither field, and no form.
  const { id, updated_by: by, updated_at: at } = value;
  const query = mcpServerQuery(project.id, id);
  const edit = useEdit({
    value,
    toDraft: draftOfMcpServer,
    save: async (draft, { etag }) => {
      const saved = await changeMcpServer(project.id, id, bodyOfMcpServer(draft), etag);
      client.setQueryData(query.queryKey, saved);
      // The states of the tools depend on the list of allowed tools.
      await Promise.all([
        client.invalidateQueries({ queryKey: mcpServersQuery(project.id).queryKey }),
        client.invalidateQueries({ queryKey: query.queryKey }),
      ]);
      return saved;
    },
    reread: () => client.fetchQuery({ ...query, staleTime: 0 }),
  });
  return (
    <form className="panel form wide-form" onSubmit={edit.submit}>
      <h2>{texts.change}</h2>
      <Overtaken edit={edit} labels={texts.fields} who={{ by: by ?? '', at: at ?? '' }} />
      <fieldset className="form" disabled={!is('admin')}>
        <McpServerFields draft={edit.draft} issueAt={edit.issueAt} onChange={edit.change} />
      </fieldset>
      {is('admin') && <SaveBar edit={edit} />}
      {is('admin') && <Remove server={value} />}
    </form>
  );
}

function Remove({ server: { id, name, etag } }: { server: Tagged<McpServer> }) {
  const { project } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <div className="buttons">
      <ConfirmButton
        small={false}
        label={texts.remove}
        title={texts.of(texts.remove, name)}
        about={texts.removeAbout}
        action={async () => {
          await orReread(
            () => deleteMcpServer(project.id, id, etag),
            () => client.invalidateQueries({ queryKey: mcpServerQuery(project.id, id).queryKey }),
          );
          await navigate({
            to: '/p/$project/settings/mcp-servers',
            params: { project: project.slug },
          });
          await client.invalidateQueries({ queryKey: mcpServersQuery(project.id).queryKey });
        }}
      />
    </div>
  );
}
