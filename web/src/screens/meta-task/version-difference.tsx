import { useQuery } from '@tanstack/react-query';
import { metaTaskQuery } from '../../api/meta-tasks.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Skeleton } from '../../parts/skeleton.js';
import { TextDifference } from '../../parts/text-difference.js';
import { useProject } from '../../parts/use-project.js';
import { ValueView } from '../../parts/value-view.js';
import { texts } from '../../texts/en/meta-task.js';
import { changedSettings } from './version-changes.js';

/** The differences of two versions: their settings, then their scripts. */
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
          <Settings
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

function Settings<T extends object>({
  names,
  before,
  after,
}: {
  names: readonly (keyof T & string)[];
  before: T;
  after: T;
}) {
  if (names.length === 0) return null;
  return (
    <div className="wide" tabIndex={0} role="region" aria-label={texts.versions.setting}>
      <table className="grid">
        <thead>
          <tr>
            <th scope="col">{texts.versions.setting}</th>
            <th scope="col">{texts.versions.before}</th>
            <th scope="col">{texts.versions.after}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <ValueView value={before[name]} depth={1} />
              </td>
              <td>
                <ValueView value={after[name]} depth={1} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
