import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type FailingLine, failingLinesQuery } from '../../api/failing-lines.js';
import { sourcesQuery } from '../../api/related-runs.js';
import type { MetaTask, SourceFile } from '../../api/types.js';
import { Copy } from '../../parts/copy.js';
import { ErrorNote } from '../../parts/error-note.js';
import { RunLink } from '../../parts/run-link.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Tabs } from '../../parts/tabs.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/meta-task.js';

/** Source files of a version, with marks on the lines where recent runs failed. */
export function SourceFiles({ metaTask }: { metaTask: MetaTask }) {
  const { project } = useProject();
  const { identifier, version } = metaTask;
  const sources = useQuery(sourcesQuery(project.id, identifier, version));
  const failing = useQuery(failingLinesQuery(project.id, identifier, version)).data ?? [];
  const [shown, setShown] = useState('');
  if (sources.isPending) return <Skeleton label={texts.code.loading} />;
  if (sources.isError)
    return <ErrorNote error={sources.error} onRetry={() => void sources.refetch()} />;
  const files = sources.data;
  const file = files.find(({ path }) => path === shown) ?? files[0];
  if (file === undefined) return <p>{texts.code.none}</p>;
  const listFailingLines = ({ path }: SourceFile): FailingLine[] =>
    failing.filter((one) => one.file === path);
  const source = <Source key={file.path} file={file} failing={listFailingLines(file)} />;
  if (files.length === 1) return source;
  return (
    <div className="column">
      <Tabs
        label={texts.code.files}
        tabs={files.map((one) => ({
          name: one.path,
          label: visibleText(one.path),
          ...(listFailingLines(one).length > 0 && {
            count: texts.code.fails(listFailingLines(one).length),
          }),
        }))}
        shown={file.path}
        onShow={setShown}
      >
        {source}
      </Tabs>
    </div>
  );
}

function Source({ file, failing }: { file: SourceFile; failing: readonly FailingLine[] }) {
  const { project } = useProject();
  const { path, content, generated } = file;
  return (
    <section className="panel" aria-labelledby="source">
      <header>
        <h2 id="source">{visibleText(path)}</h2>
        {generated && <span className="quiet">{texts.code.generated}</span>}
        <Copy text={content} />
      </header>
      {failing.map(({ line, message, count, task }) => (
        <p key={task} className="field-error">
          {visibleText(texts.code.failing(line, count, message))}{' '}
          <RunLink project={project.slug} id={task}>
            {texts.code.lastOfThem}
          </RunLink>
        </p>
      ))}
      <pre
        className="code-block numbered"
        tabIndex={0}
        role="region"
        aria-label={texts.code.title(path)}
      >
        {content
          .replace(/\n$/, '')
          .split('\n')
          .map((text, index) => {
            const fails = failing.some(({ line }) => line === index + 1);
            return (
              <span key={index} className={fails ? 'failing' : undefined}>
                {visibleText(text)}
                {'\n'}
              </span>
            );
          })}
      </pre>
    </section>
  );
}
