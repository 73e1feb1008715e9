import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { mcpServersQuery } from '../../api/mcp-servers.js';
import type { McpServer } from '../../api/types.js';
import { Empty } from '../../parts/empty.js';
import { Loaded } from '../../parts/loaded.js';
import { RowsTable } from '../../parts/rows-table.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { texts } from '../../texts/en/mcp-servers.js';
import { SettingsPage } from './settings-page.js';

/** MCP servers whose tools the project may call. */
export function McpServersScreen() {
  return (
    <SettingsPage needs="author">
      <Servers />
    </SettingsPage>
  );
}

function Servers() {
  const { project, is } = useProject();
  const query = useQuery(mcpServersQuery(project.id));
  const { name, url, tools, asked, by } = texts.columns;
  return (
    <>
      <p className="quiet">{texts.about}</p>
      <Loaded query={query} label={texts.loading}>
        {(servers) =>
          servers.length === 0 ? (
            <Empty title={texts.none} about={texts.noneAbout} command={texts.command} />
          ) : (
            <RowsTable label={texts.list} columns={[name, url, tools, asked, by]}>
              {servers.map((server) => (
                <Row key={server.id} server={server} />
              ))}
            </RowsTable>
          )
        }
      </Loaded>
      {is('admin') && (
        <div className="buttons">
          <Link
            className="button primary"
            to="/p/$project/settings/mcp-servers/new"
            params={{ project: project.slug }}
          >
            {texts.create}
          </Link>
        </div>
      )}
    </>
  );
}

function Row({ server }: { server: McpServer }) {
  const { project } = useProject();
  const {
    id,
    name,
    url,
    tools,
    error,
    checked_at: askedAt,
    updated_by: by,
    updated_at: at,
  } = server;
  return (
    <tr role="row">
      <td role="cell" className="cell-main">
        <Link
          to="/p/$project/settings/mcp-servers/$server"
          params={{ project: project.slug, server: id }}
        >
          {name}
        </Link>
      </td>
      <td role="cell" className="cell-about">
        {url === null ? <span className="quiet">{texts.program}</span> : visibleText(url)}
      </td>
      <td role="cell" className="cell-about">
        {tools.length === 0 ? (
          <span className="quiet">{texts.noTools}</span>
        ) : (
          <code>{tools.join(', ')}</code>
        )}
      </td>
      <td role="cell">
        {askedAt === null ? (
          <span className="quiet">{texts.neverAsked}</span>
        ) : (
          <>
            {error !== null && <span className="field-error">{texts.failedAsk}, </span>}
            <When time={askedAt} />
          </>
        )}
      </td>
      <td role="cell">
        {by !== null && at !== null && (
          <>
            {visibleText(by)}, <When time={at} />
          </>
        )}
      </td>
    </tr>
  );
}
