import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { versionsQuery } from '../../api/files.js';
import type { FileEntry, FileVersion } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Fact } from '../../parts/fact.js';
import { Skeleton } from '../../parts/skeleton.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { bytes } from '../../texts/en/format.js';
import { texts } from '../../texts/en/files.js';
import { ConversionNote } from './conversion-note.js';
import { WrittenBy } from './files-table.js';
import { Preview } from './preview/preview.js';
import type { FilePlace } from './use-workspace.js';
import { VersionsList } from './versions-list.js';

const { file: words } = texts;

/** View of a file: its content and its versions. `entry` is null if the file was deleted. */
export function FileView({ place, entry }: { place: FilePlace; entry: FileEntry | null }) {
  const { project, ws, path } = place;
  const search = useSearch({ from: '/signed-in/p/$project/files/$ws/$' });
  const query = useInfiniteQuery(versionsQuery(project.id, ws, path));
  const versions = query.data;
  const wanted = versions?.find(({ id }) => id === search.version);
  const present = versions?.find(({ ended_at: ended }) => ended === null);
  const shown = wanted ?? present ?? (entry === null ? versions?.[0] : undefined);
  // A document has no content until it is converted to Markdown.
  const hasNothing =
    shown === present &&
    shown?.size === 0 &&
    (entry?.conversion?.status ?? 'converted') !== 'converted';
  const unknown =
    search.version !== undefined && versions !== undefined && wanted === undefined
      ? search.version
      : undefined;
  return (
    <>
      {entry !== null && <FileFacts place={place} entry={entry} />}
      {entry !== null && <ConversionNote place={place} entry={entry} />}
      {unknown !== undefined && (
        <p className="note">{words.unknownVersion(visibleText(unknown))}</p>
      )}
      {shown !== undefined && shown !== present && (
        <Earlier shown={shown} deleted={entry === null} />
      )}
      {query.isPending && <Skeleton label={texts.loading} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {shown !== undefined && !hasNothing && (
        <Preview
          place={place}
          version={shown}
          isPresent={entry !== null && shown === present}
          key={shown.id}
        />
      )}
      {versions !== undefined && versions.length > 0 && (
        <VersionsList
          place={place}
          versions={versions}
          shown={shown?.id}
          onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        />
      )}
    </>
  );
}

function Earlier({ shown, deleted }: { shown: FileVersion; deleted: boolean }) {
  return (
    <p className="note" role="status">
      {deleted ? words.deletedFile : words.earlier(shown.version)}
      {!deleted && (
        <Link from="/p/$project/files/$ws/$" to="." search={{}}>
          {words.toPresent}
        </Link>
      )}
    </p>
  );
}

function FileFacts({ place, entry }: { place: FilePlace; entry: FileEntry }) {
  const {
    size,
    updated_at: changed,
    written_by: by,
    mime_type: type,
    converted_from: from,
  } = entry;
  return (
    <dl className="figures" aria-label={words.facts}>
      <Fact name={words.size}>{bytes(size)}</Fact>
      <Fact name={words.changed}>
        <When time={changed} />
      </Fact>
      {by !== null && (
        <Fact name={words.by}>
          <WrittenBy project={place.project.slug} of={entry} />
        </Fact>
      )}
      {type !== null && <Fact name={words.type}>{visibleText(type)}</Fact>}
      {from !== null && (
        <Fact name={words.from}>
          <bdi>{visibleText(from)}</bdi>
        </Fact>
      )}
    </dl>
  );
}
