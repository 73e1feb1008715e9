import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { restoreVersion, versionsQuery } from '../../api/meta-tasks.js';
import type { ListedVersion, MetaTask } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { MoreButton } from '../../parts/more-button.js';
import { Skeleton } from '../../parts/skeleton.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { texts } from '../../texts/en/meta-task.js';
import type { MetaTaskSearch } from './meta-task-search.js';
import { useChange } from './use-change.js';
import { changedSettings } from './version-changes.js';
import { VersionDifference } from './version-difference.js';

/** Versions with their changes, and a comparison of two versions. */
export function VersionsTab({ metaTask, search }: { metaTask: MetaTask; search: MetaTaskSearch }) {
  const { project } = useProject();
  const query = useInfiniteQuery(versionsQuery(project.id, metaTask.identifier));
  const versions = query.data;
  return (
    <div className="column">
      {search.with !== undefined && (
        <VersionDifference
          identifier={metaTask.identifier}
          before={search.with}
          after={metaTask.version}
        />
      )}
      <h2>{texts.versions.title}</h2>
      {query.isPending && <Skeleton label={texts.versions.list} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {versions && (
        <ul className="cards wide-cards" aria-label={texts.versions.list}>
          {versions.map((version, index) => (
            <li key={version.version}>
              <Version version={version} before={versions[index + 1]} />
            </li>
          ))}
        </ul>
      )}
      <MoreButton query={query}>{texts.versions.older}</MoreButton>
    </div>
  );
}

function Version({
  version,
  before,
}: {
  version: ListedVersion;
  before: ListedVersion | undefined;
}) {
  const { project, is } = useProject();
  const { identifier, version: number, current_version: current } = version;
  const isCurrent = number === current;
  return (
    <div className="card version">
      <p>
        <strong>
          <Link
            to="/p/$project/meta-tasks/$identifier"
            params={{ project: project.slug, identifier }}
            search={{ tab: 'code', version: number }}
          >
            v{number}
          </Link>
        </strong>{' '}
        {isCurrent && <span className="pill">{texts.versions.isCurrent}</span>}{' '}
        <span className="quiet">
          {texts.versions.by} {visibleText(version.created_by)},{' '}
          <When time={version.version_created_at} />
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
            to="/p/$project/meta-tasks/$identifier"
            params={{ project: project.slug, identifier }}
            search={{ tab: 'versions', version: number, with: before.version }}
            aria-label={texts.versions.compare(number, before.version)}
          >
            {texts.versions.compareShort}
          </Link>
        )}
        {is('author') && <RestoreButton version={version} />}
      </div>
    </div>
  );
}

/**
 * Button that restores an older version. It is rendered for the current version too, so that the warnings of a
 * restoration stay visible.
 */
function RestoreButton({ version: base }: { version: ListedVersion }) {
  const { identifier, version } = base;
  const { project } = useProject();
  const { busy, change, said } = useChange(identifier);
  return (
    <>
      {version !== base.current_version && (
        <button
          type="button"
          className="small"
          aria-label={texts.versions.restoreOf(version)}
          disabled={busy}
          onClick={() => change(() => restoreVersion(project.id, base, version))}
        >
          {texts.versions.restore}
        </button>
      )}
      {said}
    </>
  );
}

function whatChanged(version: ListedVersion, before: ListedVersion | undefined): string {
  if (before === undefined) return version.version === 1 ? texts.versions.first : '';
  const names = [
    ...(version.script === before.script &&
    version.large_script?.sha256 === before.large_script?.sha256
      ? []
      : [texts.versions.changedScript]),
    ...changedSettings(before, version),
  ];
  return names.length === 0 ? texts.versions.same : texts.versions.changed(names.join(', '));
}
