import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memoriesQuery } from '../../api/memories.js';
import type { Memory } from '../../api/types.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { MoreButton } from '../../parts/more-button.js';
import { RowsTable } from '../../parts/rows-table.js';
import { Skeleton } from '../../parts/skeleton.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { texts } from '../../texts/en/memories.js';
import { toMemoriesFilter, type MemoriesSearch } from './memories-search.js';
import { MemoryActions } from './memory-actions.js';
import { MemoryFilters } from './memory-filters.js';

/** List of memories, with filters. */
export function MemoriesTab({
  search,
  onGo,
}: {
  search: MemoriesSearch;
  onGo: (search: MemoriesSearch) => void;
}) {
  const { project, may } = useProject();
  const query = useInfiniteQuery(memoriesQuery(project.id, toMemoriesFilter(search)));
  const memories = query.data;
  const { text, scope, status, from, uses, actions } = texts.columns;
  return (
    <div className="column settings">
      <MemoryFilters search={search} onGo={onGo} />
      {query.isPending && <Skeleton label={texts.loading} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {memories?.length === 0 && <Nothing isFiltered={Object.keys(search).length > 0} />}
      {memories !== undefined && memories.length > 0 && (
        <RowsTable
          label={texts.list}
          kind="memories"
          columns={[text, scope, status, from, uses]}
          actions={may('memories:write') && actions}
        >
          {memories.map((memory) => (
            <Row key={memory.id} memory={memory} search={search} />
          ))}
        </RowsTable>
      )}
      {query.hasNextPage && (
        <div className="buttons">
          <MoreButton query={query}>{texts.more}</MoreButton>
        </div>
      )}
    </div>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { project } = useProject();
  if (!isFiltered)
    return <Empty title={texts.none} about={texts.noneAbout} command={texts.command} />;
  return (
    <Empty title={texts.noneMatch} about={texts.noneMatchAbout}>
      <Link to="/p/$project/memories" params={{ project: project.slug }} search={{}}>
        {texts.clear}
      </Link>
    </Empty>
  );
}

function Row({ memory, search }: { memory: Memory; search: MemoriesSearch }) {
  const { project, may } = useProject();
  const { id, text, scope, scope_id: of, status, trust } = memory;
  return (
    <tr role="row">
      <td role="cell" className="cell-main" dir="auto">
        <Link
          to="/p/$project/memories"
          params={{ project: project.slug }}
          search={{ ...search, memory: id }}
          resetScroll={false}
        >
          {text === null ? texts.erased : visibleText(text)}
        </Link>
      </td>
      <td role="cell">
        {texts.scopes[scope]}
        {scope === 'task_type' && of !== null && ` ${of}`}, {texts.kinds[memory.kind]}
      </td>
      <td role="cell">
        {texts.statuses[status]}
        {memory.stale && `, ${texts.stale}`}
        {trust === 'low' && <> ({texts.lowTrust})</>}
      </td>
      <td role="cell">
        {texts.via[memory.created_via]}, <When time={memory.created_at} />
      </td>
      <td role="cell">{texts.times(memory.uses)}</td>
      {may('memories:write') && (
        <td role="cell" className="cell-actions">
          <MemoryActions memory={memory} />
        </td>
      )}
    </tr>
  );
}
