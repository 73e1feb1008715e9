import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { metaTasksQuery } from '../../api/meta-tasks.js';
import { Copy } from '../../parts/copy.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/now.js';

const { first: words } = texts;
const { steps } = words;

/** First three steps in a project without runs: create a meta-task, run it, and create an API key for a program. */
export function FirstSteps() {
  const { project, is } = useProject();
  const params = { project: project.slug };
  const metaTasks = useInfiniteQuery(metaTasksQuery(project.id, false)).data ?? [];
  const [first] = metaTasks;
  return (
    <section className="column now-first" aria-labelledby="first-steps">
      <h2 id="first-steps">{words.title}</h2>
      <p className="quiet">{words.about}</p>
      <ol className="now-steps">
        <Step
          title={steps.metaTask}
          about={steps.metaTaskAbout}
          commands={steps.metaTaskCommands}
          done={first !== undefined}
        >
          <Link to="/p/$project/meta-tasks" params={params}>
            {words.toMetaTasks}
          </Link>
        </Step>
        <Step title={steps.run} about={steps.runAbout} commands={steps.runCommands}>
          {first !== undefined && (
            <Link
              to="/p/$project/meta-tasks/$identifier"
              params={{ ...params, identifier: first.identifier }}
            >
              {first.identifier}
            </Link>
          )}
        </Step>
        <Step title={steps.key} about={steps.keyAbout} commands={steps.keyCommands}>
          {is('admin') && (
            <Link to="/p/$project/settings/keys" params={params}>
              {words.toKeys}
            </Link>
          )}
        </Step>
      </ol>
    </section>
  );
}

function Step({
  title,
  about,
  commands,
  done = false,
  children,
}: {
  title: string;
  about: string;
  commands: string;
  done?: boolean;
  children: ReactNode;
}) {
  return (
    <li className="card">
      <header>
        <h3>{title}</h3>
        {done && <span className="status status-success">✓ {words.done}</span>}
      </header>
      <p>{about}</p>
      {!done && (
        <>
          <code className="now-commands">{commands}</code>
          <div className="buttons">
            <Copy text={commands} label={`${texts.copyCommand}: ${title}`} className="small">
              {texts.copyCommand}
            </Copy>
          </div>
        </>
      )}
      {children}
    </li>
  );
}
