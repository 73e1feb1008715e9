import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { metaTaskQuery } from '../../api/meta-tasks.js';
import { sourcesQuery } from '../../api/related-runs.js';
import { toRequestError } from '../../api/request-error.js';
import type { MetaTask, SourceFile } from '../../api/types.js';
import { CodeText } from '../../parts/code-text.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Page } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { UnknownParameters } from '../../parts/unknown-parameters.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { texts } from '../../texts/en/editor.js';
import { toDefinition } from './definition.js';
import { Editing } from './editing.js';
import type { editorSearch } from './editor-search.js';

const FROM = '/signed-in/p/$project/meta-tasks/$identifier/edit';

/** Screen to change the script of a meta-task and some of its settings. */
export function EditorScreen() {
  const { identifier } = useParams({ from: FROM });
  const search = useSearch({ from: FROM });
  return <Opened key={`${identifier} ${search.from}`} identifier={identifier} search={search} />;
}

/** Current version, the version that is edited, and the source files of the latter. */
interface Begun {
  current: MetaTask;
  begun: MetaTask;
  sources: readonly SourceFile[];
}

function Opened({
  identifier,
  search: { from, line, unknown },
}: {
  identifier: string;
  search: ReturnType<typeof editorSearch>;
}) {
  const { project } = useProject();
  const [opened, setOpened] = useState<Begun | null>(null);
  // Changes are saved against the version that is current now, which may be newer than the cached one.
  const current = useQuery({ ...metaTaskQuery(project.id, identifier), staleTime: 0 });
  const begin = useQuery({
    ...metaTaskQuery(project.id, identifier, from),
    enabled: from !== undefined,
  });
  const begun = from === undefined ? current : begin;
  const version = begun.data?.version;
  const sources = useQuery({
    ...sourcesQuery(project.id, identifier, version ?? 0),
    enabled: version !== undefined,
  });
  const isRead = !current.isFetching && current.data && begun.data && sources.data;
  // Versions saved later do not replace the text that is being edited.
  if (opened === null && isRead)
    setOpened({ current: current.data, begun: begun.data, sources: sources.data });
  const error = opened === null ? (current.error ?? begun.error ?? sources.error) : null;
  const isGone = error !== null && toRequestError(error).status === 404;
  const readAgain = (): void => {
    for (const query of [current, begun, sources]) if (query.isError) void query.refetch();
  };
  return (
    <Page
      title={texts.titleOf(visibleText(current.data?.name ?? identifier))}
      lead={
        <Link
          className="back"
          to="/p/$project/meta-tasks/$identifier"
          params={{ project: project.slug, identifier }}
        >
          {texts.back}
        </Link>
      }
      actions={opened && <Made of={opened.begun} />}
    >
      <UnknownParameters names={unknown} />
      {error !== null &&
        (isGone ? (
          <Empty title={texts.back} about={texts.gone(identifier)} />
        ) : (
          <ErrorNote error={error} onRetry={readAgain} />
        ))}
      {error === null && opened === null && <Skeleton label={texts.loading} />}
      {opened !== null && <Body {...opened} line={line} />}
    </Page>
  );
}

function Made({ of }: { of: MetaTask }) {
  return (
    <span className="quiet">
      {texts.by(of.version, visibleText(of.created_by))}, <When time={of.version_created_at} />
    </span>
  );
}

function Body({ current, begun, sources, line }: Begun & { line: number | undefined }) {
  const { project, is } = useProject();
  if (!is('author')) return <p className="note">{texts.mayNot}</p>;
  if (current.archived_at !== null) return <p className="note">{texts.archived}</p>;
  if (begun.execution_mode === 'agent')
    return (
      <p className="note">
        <CodeText>{texts.agent}</CodeText>
      </p>
    );
  const [only] = sources;
  const isBundle =
    sources.length > 1 || (only !== undefined && (only.generated || only.content !== begun.script));
  if (isBundle)
    return (
      <div className="note">
        <p>
          <CodeText>{texts.bundle(sources.length)}</CodeText>
        </p>
        <Link
          to="/p/$project/meta-tasks/$identifier"
          params={{ project: project.slug, identifier: current.identifier }}
          search={{
            tab: 'code',
            ...(begun.version !== current.version && { version: begun.version }),
          }}
        >
          {texts.toCode}
        </Link>
      </div>
    );
  return (
    <Editing
      start={{
        current,
        definition: { ...toDefinition(current), script_language: begun.script_language },
        text: begun.script ?? '',
        language: begun.script_language,
      }}
      line={line}
      above={
        begun.version !== current.current_version && (
          <p className="note">{texts.from(begun.version, current.current_version)}</p>
        )
      }
    />
  );
}
