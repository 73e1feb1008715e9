import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { createMcpServer, mcpServersQuery } from '../../api/mcp-servers.js';
import { toRequestError } from '../../api/request-error.js';
import { ErrorNote } from '../../parts/error-note.js';
import { useAction } from '../../parts/use-action.js';
import { useProject } from '../../parts/use-project.js';
import { texts as editing } from '../../texts/en/editing.js';
import { texts } from '../../texts/en/mcp-servers.js';
import { bodyOfMcpServer, NEW_MCP_SERVER } from './mcp-server-draft.js';
import { McpServerFields } from './mcp-server-fields.js';
import { SettingsPage } from './settings-page.js';

/** Screen to add an MCP server. */
export function NewMcpServerScreen() {
  return (
    <SettingsPage needs="admin">
      <Form />
    </SettingsPage>
  );
}

function Form() {
  const { project } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { busy, error, run } = useAction();
  const [draft, setDraft] = useState(NEW_MCP_SERVER);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => {
      const { id } = await createMcpServer(project.id, bodyOfMcpServer(draft));
      await client.invalidateQueries({ queryKey: mcpServersQuery(project.id).queryKey });
      await navigate({
        to: '/p/$project/settings/mcp-servers/$server',
        params: { project: project.slug, server: id },
      });
    });
  };
  const problem = error === null ? null : toRequestError(error);
  return (
    <form className="panel form wide-form" onSubmit={submit}>
      <h2>{texts.newTitle}</h2>
      <p className="quiet">{texts.newNote}</p>
      {problem !== null && problem.issues.length === 0 && <ErrorNote error={problem} />}
      <McpServerFields
        draft={draft}
        issueAt={(at) => problem?.issueAt(at)}
        onChange={(part) => setDraft({ ...draft, ...part })}
      />
      <div className="buttons">
        <button type="submit" className="primary" disabled={busy}>
          {busy ? editing.busy : texts.submit}
        </button>
      </div>
    </form>
  );
}
