import { useQuery } from '@tanstack/react-query';
import { metaTaskQuery } from '../../api/meta-tasks.js';
import { ErrorNote } from '../../parts/error-note.js';
import { SettingsDifference } from '../../parts/settings-difference.js';
import { Skeleton } from '../../parts/skeleton.js';
import { TextDifference } from '../../parts/text-difference.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/meta-task.js';
import { changedSettings } from './version-changes.js';

/** Differences between two versions: settings first, then scripts. */
export function VersionDifference({
  identifier,
  before: from,
  after: to,
}: {
  identifier: string;
  before: number;
  after: number;
}) {
  const { project } = useProject();
  const before = useQuery(metaTaskQuery(project.id, identifier, from));
  const after = useQuery(metaTaskQuery(project.id, identifier, to));
  const failed = [before, after].find(({ isError }) => isError);
  return (
    <section className="panel" aria-labelledby="compared">
      <h2 id="compared">{texts.versions.compared(from, to)}</h2>
      {failed && <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && (before.isPending || after.isPending) && <Skeleton label={texts.loading} />}
      {before.data && after.data && (
        <>
          <SettingsDifference
            names={changedSettings(before.data, after.data)}
            before={before.data}
            after={after.data}
          />
          <h3>{texts.versions.script}</h3>
          <TextDifference before={before.data.script ?? ''} after={after.data.script ?? ''} />
        </>
      )}
    </section>
  );
}
