import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useMemo, useRef } from 'react';
import { askFiles } from '../../api/ask.js';
import { fileSearchQuery, type FoundSection } from '../../api/file-search.js';
import { workspacesQuery } from '../../api/files.js';
import type { Workspace } from '../../api/types.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { FileLink } from '../../parts/file-link.js';
import { MoreButton } from '../../parts/more-button.js';
import { Page } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { UnknownParameters } from '../../parts/unknown-parameters.js';
import { useAction } from '../../parts/use-action.js';
import { useKeys } from '../../parts/use-keys.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { searchTexts as texts, texts as fileTexts } from '../../texts/en/files.js';
import { placeText } from '../../texts/en/places.js';
import { markedText } from './marked-text.js';

/** Screen that searches the text files of a workspace and links to the sections found. */
export function SearchScreen() {
  const { project, may } = useProject();
  const search = useSearch({ from: '/signed-in/p/$project/search' });
  const query = useQuery({ ...workspacesQuery(project.id), enabled: may('files:read') });
  const workspaces = query.data;
  const chosen =
    search.ws === undefined ? workspaces?.[0] : workspaces?.find(({ id }) => id === search.ws);
  const gone = workspaces !== undefined && chosen === undefined && search.ws !== undefined;
  return (
    <Page title={texts.title}>
      <UnknownParameters names={search.unknown} />
      {!may('files:read') && <p className="note">{fileTexts.mayNot}</p>}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {workspaces !== undefined && <SearchForm workspaces={workspaces} ws={chosen?.id} />}
      {gone && (
        <Empty
          title={texts.title}
          about={fileTexts.workspaces.gone(visibleText(search.ws ?? ''))}
        />
      )}
      {chosen !== undefined && search.q === undefined && (
        <Empty title={texts.startTitle} about={texts.startAbout} />
      )}
      {chosen !== undefined && search.q !== undefined && (
        <Results workspace={chosen} q={search.q} key={`${chosen.id} ${search.q}`} />
      )}
    </Page>
  );
}

function SearchForm({
  workspaces,
  ws,
}: {
  workspaces: readonly Workspace[];
  ws: string | undefined;
}) {
  const { q = '' } = useSearch({ from: '/signed-in/p/$project/search' });
  const navigate = useNavigate({ from: '/p/$project/search' });
  const { project, may } = useProject();
  const asking = useAction();
  const field = useRef<HTMLInputElement>(null);
  useKeys(useMemo(() => ({ '/': () => field.current?.focus() }), []));
  useEffect(() => {
    // The back button or a link may change the address while the field is mounted.
    if (field.current) field.current.value = q;
  }, [q]);
  const find = (within = ws): void => {
    const wanted = field.current?.value.trim() ?? '';
    void navigate({
      to: '.',
      search: {
        ...(wanted !== '' && { q: wanted }),
        ...(within !== undefined && { ws: within }),
      },
    });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    find();
  };
  const ask = async (): Promise<void> => {
    const question = field.current?.value.trim() ?? '';
    if (ws === undefined || question === '') return field.current?.focus();
    const task = await askFiles(project.id, ws, question);
    await navigate({
      to: '/p/$project/runs/$task',
      params: { project: project.slug, task: task.id },
    });
  };
  return (
    <>
      <form
        className="filters search-form"
        role="search"
        aria-label={texts.title}
        onSubmit={submit}
      >
        <input
          ref={field}
          type="search"
          aria-label={texts.label}
          placeholder={texts.field}
          defaultValue={q}
          // The screen was opened to search, so the empty field is focused.
          autoFocus={q === ''}
        />
        {workspaces.length > 1 && (
          <select
            aria-label={texts.workspace}
            value={ws ?? ''}
            onChange={({ target }) => find(target.value)}
          >
            {workspaces.map(({ id, name }) => (
              <option key={id} value={id}>
                {visibleText(name)}
              </option>
            ))}
          </select>
        )}
        <button type="submit" className="primary">
          {texts.submit}
        </button>
        {may('tasks:write') && (
          <button
            type="button"
            title={texts.askAbout}
            disabled={asking.busy}
            onClick={() => void asking.run(ask)}
          >
            {texts.ask}
          </button>
        )}
      </form>
      {asking.error !== null && <ErrorNote error={asking.error} />}
    </>
  );
}

function Results({ workspace, q }: { workspace: Workspace; q: string }) {
  const { project } = useProject();
  const query = useInfiniteQuery(fileSearchQuery(project.id, workspace.id, q));
  const found = query.data;
  if (query.isError) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  if (found === undefined) return <Skeleton label={fileTexts.loading} />;
  if (found.length === 0)
    return (
      <Empty
        title={texts.none}
        about={texts.noneAbout(visibleText(q), visibleText(workspace.name))}
      >
        <p className="quiet">{texts.noneHint}</p>
      </Empty>
    );
  return (
    <>
      <p className="quiet" role="status">
        {texts.found(found.length, query.hasNextPage)}
      </p>
      {found.some(({ byWordsAlone }) => byWordsAlone) && <p className="note">{texts.wordsAlone}</p>}
      <ol className="found-list" aria-label={texts.results}>
        {found.map((section, index) => (
          <Found key={index} section={section} ws={workspace.id} />
        ))}
      </ol>
      <MoreButton query={query}>{texts.more}</MoreButton>
    </>
  );
}

/** Section that was found, cited as path › heading › page › line. */
function Found({ section, ws }: { section: FoundSection; ws: string }) {
  const { project } = useProject();
  const { path, heading, line, place, snippet, highlights, match, words } = section;
  const differs = (match === 'meaning' ? [] : words).flatMap(({ word, by, form }) => {
    if (by === null) return [texts.wordMissing(visibleText(word))];
    return by === 'word' ? [] : [texts.wordAs(visibleText(word), visibleText(form ?? ''))];
  });
  return (
    <li>
      <FileLink project={project.slug} ws={ws} path={path} line={line}>
        {[path, ...heading].map((part, index) => (
          <span key={index}>
            <bdi>{visibleText(part)}</bdi>
            {' › '}
          </span>
        ))}
        {place !== null && `${placeText(place.kind, place.number)} › `}
        {texts.line(line)}
      </FileLink>
      <p dir="auto">
        {markedText(snippet, highlights).map(({ text, marked }, index) =>
          marked ? <mark key={index}>{visibleText(text)}</mark> : visibleText(text),
        )}
      </p>
      {match === 'meaning' && <p className="quiet">{texts.byMeaning}</p>}
      {differs.length > 0 && <p className="quiet">{differs.join(' · ')}</p>}
    </li>
  );
}
