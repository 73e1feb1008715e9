import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Tagged } from '../../api/conditions.js';
import {
  mcpServerQuery,
  mcpServersQuery,
  mcpToolsQuery,
  refreshMcpServer,
} from '../../api/mcp-servers.js';
import type { McpServer, McpTool } from '../../api/types.js';
import { CodeText } from '../../parts/code-text.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Loaded } from '../../parts/loaded.js';
import { MoreButton } from '../../parts/more-button.js';
import { useAction } from '../../parts/use-action.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { When } from '../../parts/when.js';
import { texts as all } from '../../texts/en/mcp-servers.js';
import { McpToolCard } from './mcp-tool-card.js';

const texts = all.tools;
/** Groups of tools by state; those that need a decision of an administrator come first. */
const GROUPS = [
  ['waits', ['changed', 'new']],
  ['allowed', ['allowed']],
  ['denied', ['denied']],
  ['gone', ['gone']],
] as const satisfies readonly (readonly [keyof typeof texts.groups, readonly McpTool['state'][]])[];
/** Maximum size of a group without pending decisions that is open at first. */
const OPEN_TOOLS = 20;

/** Known tools of a server, and which of them are accepted. */
export function McpTools({ server }: { server: Tagged<McpServer> }) {
  const { project } = useProject();
  const query = useInfiniteQuery(mcpToolsQuery(project.id, server.id));
  return (
    <section className="panel column" aria-labelledby="known-tools">
      <h2 id="known-tools">{texts.title}</h2>
      <Asked server={server} />
      {server.checked_at !== null && (
        <Loaded query={query} label={texts.loading}>
          {(tools) => (
            <>
              {tools.length === 0 && server.error === null && <p>{texts.none}</p>}
              {GROUPS.map(([group, states]) => (
                <Group
                  key={group}
                  name={texts.groups[group]}
                  server={server}
                  tools={tools.filter(({ state }) => states.some((one) => one === state))}
                  isOpen={group === 'waits'}
                />
              ))}
              <MoreButton query={query}>{texts.more}</MoreButton>
            </>
          )}
        </Loaded>
      )}
    </section>
  );
}

/** Time and result of the last check of the server, with a button to check again. */
function Asked({ server }: { server: Tagged<McpServer> }) {
  const { project, is } = useProject();
  const client = useQueryClient();
  const { busy, error, run } = useAction();
  const [count, setCount] = useState<number | null>(null);
  const { id, revision, checked_at: at, error: said } = server;
  const ask = async (): Promise<void> => {
    setCount(null);
    try {
      const { tools } = await refreshMcpServer(project.id, id);
      setCount(tools.filter(({ state }) => state !== 'gone').length);
    } finally {
      // A failure is stored with the server as well.
      await Promise.all([
        client.invalidateQueries({ queryKey: mcpServerQuery(project.id, id).queryKey }),
        client.invalidateQueries({ queryKey: mcpServersQuery(project.id).queryKey }),
      ]);
    }
  };
  return (
    <>
      {at === null ? (
        <>
          <p>{texts.never}</p>
          <p className="quiet">{texts.neverAbout}</p>
        </>
      ) : (
        <p className="quiet">
          {all.columns.asked} <When time={at} />
          {revision !== null && `, ${texts.spoken(revision)}`}
        </p>
      )}
      {said !== null && error === null && (
        <div className="note note-error">
          <p>{texts.failed}</p>
          <p>
            <UserText>{said}</UserText>
          </p>
        </div>
      )}
      {error !== null && <ErrorNote error={error} />}
      {is('admin') && (
        <div className="buttons">
          <button
            type="button"
            className={at === null ? 'primary' : undefined}
            disabled={busy}
            onClick={() => void run(ask)}
          >
            {texts.refresh}
          </button>
          <span role="status">
            {busy ? texts.asking : count !== null && <CodeText>{texts.asked(count)}</CodeText>}
          </span>
        </div>
      )}
    </>
  );
}

function Group({
  name,
  server,
  tools,
  isOpen,
}: {
  name: string;
  server: Tagged<McpServer>;
  tools: readonly McpTool[];
  isOpen: boolean;
}) {
  const [open, setOpen] = useState(isOpen || tools.length <= OPEN_TOOLS);
  if (tools.length === 0) return null;
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {name} <span className="pill">{tools.length}</span>
      </summary>
      {open && (
        <ul className="cards wide-cards" aria-label={texts.list(name)}>
          {tools.map((tool) => (
            <li key={tool.name}>
              <McpToolCard server={server} tool={tool} />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
