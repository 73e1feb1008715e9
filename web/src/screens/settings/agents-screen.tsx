import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { agentsQuery } from '../../api/agents.js';
import type { ListedAgent } from '../../api/types.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { MoreButton } from '../../parts/more-button.js';
import { RowsTable } from '../../parts/rows-table.js';
import { Skeleton } from '../../parts/skeleton.js';
import { UnknownParameters } from '../../parts/unknown-parameters.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { texts } from '../../texts/en/agents.js';
import type { AgentsSearch } from './agents-search.js';
import { SettingsPage } from './settings-page.js';

/** Agents of the project. */
export function AgentsScreen() {
  return (
    <SettingsPage needs="viewer">
      <Agents />
    </SettingsPage>
  );
}

function Agents() {
  const { project, is } = useProject();
  const { unknown, ...search } = useSearch({ from: '/signed-in/p/$project/settings/agents' });
  const query = useInfiniteQuery(agentsQuery(project.id, search.archived ?? false, search.q));
  const agents = query.data;
  const { name, model, tools, version, by } = texts.columns;
  const params = { project: project.slug };
  return (
    <>
      <p className="quiet">{texts.about}</p>
      <UnknownParameters names={unknown} />
      <Filters search={search} />
      {query.isPending && <Skeleton label={texts.loading} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {agents?.length === 0 &&
        (search.q === undefined ? (
          <Empty title={texts.none} about={texts.noneAbout} command={texts.command} />
        ) : (
          <Empty title={texts.noneMatch} about={texts.noneMatchAbout(search.q)}>
            <Link to="/p/$project/settings/agents" params={params} search={{}}>
              {texts.clear}
            </Link>
          </Empty>
        ))}
      {agents !== undefined && agents.length > 0 && (
        <RowsTable label={texts.list} columns={[name, model, tools, version, by]}>
          {agents.map((agent) => (
            <Row key={agent.id} agent={agent} />
          ))}
        </RowsTable>
      )}
      <div className="buttons">
        <MoreButton query={query}>{texts.more}</MoreButton>
        {is('author') && (
          <Link className="button primary" to="/p/$project/settings/agents/new" params={params}>
            {texts.create}
          </Link>
        )}
      </div>
    </>
  );
}

function Filters({ search }: { search: AgentsSearch }) {
  const navigate = useNavigate({ from: '/p/$project/settings/agents' });
  const { q, archived, ...none } = search;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const wanted = new FormData(event.currentTarget).get('q');
    const next = typeof wanted === 'string' ? wanted.trim() : '';
    void navigate({
      search: { ...none, ...(archived && { archived }), ...(next !== '' && { q: next }) },
    });
  };
  return (
    <form className="filters" role="search" aria-label={texts.filters} onSubmit={submit}>
      <input
        key={q}
        name="q"
        type="search"
        maxLength={100}
        aria-label={texts.search}
        placeholder={texts.search}
        defaultValue={q}
      />
      <label className="flag">
        <input
          type="checkbox"
          checked={archived ?? false}
          onChange={({ target }) =>
            void navigate({
              search: {
                ...none,
                ...(q !== undefined && { q }),
                ...(target.checked && { archived: true }),
              },
            })
          }
        />
        {texts.withArchived}
      </label>
    </form>
  );
}

function Row({ agent }: { agent: ListedAgent }) {
  const { project } = useProject();
  const { identifier, name, model, tools, current_version: version } = agent;
  return (
    <tr role="row">
      <td role="cell" className="cell-main">
        <Link
          to="/p/$project/settings/agents/$agent"
          params={{ project: project.slug, agent: identifier }}
        >
          <UserText>{name}</UserText>
        </Link>{' '}
        {agent.archived_at !== null && <span className="pill">{texts.archived}</span>}
      </td>
      <td role="cell">{model ?? <span className="quiet">{texts.defaultModel}</span>}</td>
      <td role="cell" className="cell-about">
        {tools.join(', ')}
      </td>
      <td role="cell">{texts.version(version)}</td>
      <td role="cell">
        {visibleText(agent.created_by)}, <When time={agent.version_created_at} />
      </td>
    </tr>
  );
}
