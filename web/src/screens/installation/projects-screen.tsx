import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { createProject, projectsQuery } from '../../api/account.js';
import { toRequestError } from '../../api/request-error.js';
import { meQuery } from '../../api/session.js';
import type { Project } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { TextField } from '../../parts/fields.js';
import { MoreButton } from '../../parts/more-button.js';
import { Page } from '../../parts/page.js';
import { RowsTable } from '../../parts/rows-table.js';
import { Skeleton } from '../../parts/skeleton.js';
import { useAction } from '../../parts/use-action.js';
import { UserText } from '../../parts/user-text.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { texts as editing } from '../../texts/en/editing.js';
import { texts } from '../../texts/en/installation.js';

/** Projects of the installation, with a form to create one. */
export function ProjectsScreen() {
  const me = useQuery(meQuery).data;
  return (
    <Page title={texts.projects}>
      {me?.is_admin ? <Projects /> : <p className="note">{texts.mayNot}</p>}
    </Page>
  );
}

function Projects() {
  const query = useInfiniteQuery(projectsQuery);
  const { name, slug, role, created, actions } = texts.columns;
  return (
    <>
      {query.isPending && <Skeleton label={texts.loading} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <RowsTable label={texts.list} columns={[name, slug, role, created]} actions={actions}>
          {query.data.map((project) => (
            <Row key={project.id} project={project} />
          ))}
        </RowsTable>
      )}
      <MoreButton query={query}>{texts.more}</MoreButton>
      <NewProject />
    </>
  );
}

function Row({ project: { slug, name, role, created_at: created } }: { project: Project }) {
  return (
    <tr role="row">
      <td role="cell" className="cell-main">
        <Link to="/p/$project" params={{ project: slug }}>
          <UserText>{name}</UserText>
        </Link>
      </td>
      <td role="cell">
        <code>{slug}</code>
      </td>
      <td role="cell">{role}</td>
      <td role="cell">
        <When time={created} />
      </td>
      <td role="cell" className="cell-actions">
        <Link
          to="/p/$project/settings/general"
          params={{ project: slug }}
          aria-label={texts.of(texts.settings, visibleText(name))}
        >
          {texts.settings}
        </Link>
      </td>
    </tr>
  );
}

function NewProject() {
  const client = useQueryClient();
  const { busy, error, run } = useAction();
  const [name, setName] = useState('');
  const [slug, setSlug] = useState('');
  const [made, setMade] = useState<string | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setMade(null);
    void run(async () => {
      const wanted = slug.trim();
      const project = await createProject({
        name: name.trim(),
        ...(wanted !== '' && { slug: wanted }),
      });
      setName('');
      setSlug('');
      setMade(project.name);
      await Promise.all([
        client.invalidateQueries({ queryKey: projectsQuery.queryKey }),
        client.invalidateQueries({ queryKey: meQuery.queryKey }),
      ]);
    });
  };
  const issues = error === null ? [] : toRequestError(error).issues;
  const issueAt = (at: string): string | undefined =>
    issues.find(({ pointer }) => pointer === at)?.message;
  return (
    <form className="panel form narrow-form" onSubmit={submit}>
      <h2>{texts.create}</h2>
      {error !== null && issues.length === 0 && <ErrorNote error={error} />}
      <TextField
        id="project-name"
        label={texts.name}
        error={issueAt('/name')}
        input={{ required: true, maxLength: 200 }}
        value={name}
        onChange={setName}
      />
      <TextField
        id="project-slug"
        label={texts.slug}
        note={texts.slugNote}
        error={issueAt('/slug')}
        input={{ maxLength: 63 }}
        value={slug}
        onChange={setSlug}
      />
      <p role="status">{made !== null && texts.made(visibleText(made))}</p>
      <div className="buttons">
        <button type="submit" className="primary" disabled={busy}>
          {busy ? editing.busy : texts.submit}
        </button>
      </div>
    </form>
  );
}
