import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  type AgentBody,
  agentQuery,
  agentVersionsQuery,
  restoreAgentVersion,
} from '../../api/agents.js';
import type { Agent, ListedAgent } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { MoreButton } from '../../parts/more-button.js';
import { orReread } from '../../parts/or-reread.js';
import { SettingsDifference } from '../../parts/settings-difference.js';
import { Skeleton } from '../../parts/skeleton.js';
import { isSame } from '../../parts/three-way.js';
import { useAction } from '../../parts/use-action.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { texts as all } from '../../texts/en/agents.js';
import type { AgentSearch } from './agents-search.js';

const texts = all.versions;
const FIELDS = [
  ...(['name', 'description', 'model', 'instructions', 'tools', 'approve', 'knowledge'] as const),
  ...(['limits', 'memory', 'temperature', 'reasoning'] as const),
] satisfies readonly (keyof AgentBody)[];

/** Versions of an agent with their changes, and a comparison of two versions. */
export function AgentVersions({ agent, search }: { agent: Agent; search: AgentSearch }) {
  const { project } = useProject();
  const query = useInfiniteQuery(agentVersionsQuery(project.id, agent.identifier));
  const versions = query.data;
  const { version, with: other } = search;
  return (
    <section className="column" aria-labelledby="agent-versions">
      <h2 id="agent-versions">{texts.title}</h2>
      {version !== undefined && other !== undefined && (
        <Compared identifier={agent.identifier} from={other} to={version} />
      )}
      {query.isPending && <Skeleton label={texts.list} rows={2} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {versions && (
        <ul className="cards wide-cards" aria-label={texts.list}>
          {versions.map((one, index) => (
            <li key={one.version}>
              <Version agent={agent} version={one} before={versions[index + 1]} />
            </li>
          ))}
        </ul>
      )}
      <MoreButton query={query}>{texts.older}</MoreButton>
    </section>
  );
}

function Version({
  agent,
  version,
  before,
}: {
  agent: Agent;
  version: ListedAgent;
  before: ListedAgent | undefined;
}) {
  const { project, is } = useProject();
  const { identifier, version: number } = version;
  const isCurrent = number === agent.current_version;
  return (
    <div className="card version">
      <p>
        <strong>{all.version(number)}</strong>{' '}
        {isCurrent && <span className="pill">{texts.isCurrent}</span>}{' '}
        <span className="quiet">
          {texts.by} {visibleText(version.created_by)}, <When time={version.version_created_at} />
        </span>
      </p>
      {version.note !== null && (
        <p className="version-note">
          <UserText>{version.note}</UserText>
        </p>
      )}
      <p className="quiet">{whatChanged(version, before)}</p>
      <div className="buttons">
        {before !== undefined && (
          <Link
            to="/p/$project/settings/agents/$agent"
            params={{ project: project.slug, agent: identifier }}
            search={{ version: number, with: before.version }}
            resetScroll={false}
            aria-label={texts.compare(number, before.version)}
          >
            {texts.compareShort}
          </Link>
        )}
        {is('author') && !isCurrent && <RestoreButton agent={agent} version={number} />}
      </div>
    </div>
  );
}

function RestoreButton({ agent, version }: { agent: Agent; version: number }) {
  const { project } = useProject();
  const client = useQueryClient();
  const { busy, error, run } = useAction();
  const reread = (): Promise<void> =>
    client.invalidateQueries({ queryKey: ['agent', project.id, agent.identifier] });
  return (
    <>
      <button
        type="button"
        className="small"
        aria-label={texts.restoreOf(version)}
        disabled={busy}
        onClick={() =>
          void run(async () => {
            await orReread(() => restoreAgentVersion(project.id, agent, version), reread);
            await reread();
          })
        }
      >
        {texts.restore}
      </button>
      {error !== null && <ErrorNote error={error} />}
    </>
  );
}

function Compared({ identifier, from, to }: { identifier: string; from: number; to: number }) {
  const { project } = useProject();
  const before = useQuery(agentQuery(project.id, identifier, from));
  const after = useQuery(agentQuery(project.id, identifier, to));
  const failed = [before, after].find(({ isError }) => isError);
  return (
    <section className="panel" aria-labelledby="compared">
      <h3 id="compared">{texts.compared(from, to)}</h3>
      {failed && <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && (before.isPending || after.isPending) && (
        <Skeleton label={all.loading} rows={2} />
      )}
      {before.data && after.data && (
        <SettingsDifference
          names={changedFields(before.data, after.data)}
          before={before.data}
          after={after.data}
        />
      )}
    </section>
  );
}

function changedFields(before: ListedAgent, after: ListedAgent): (keyof AgentBody)[] {
  return FIELDS.filter((name) => !isSame(before[name], after[name]));
}

function whatChanged(version: ListedAgent, before: ListedAgent | undefined): string {
  if (before === undefined) return version.version === 1 ? texts.first : '';
  const names = changedFields(before, version);
  return names.length === 0 ? texts.same : texts.changed(names.join(', '));
}
