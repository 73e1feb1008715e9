import type { MetaTask } from '../../api/types.js';
import { JsonBlock } from '../../parts/value-view.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/meta-task.js';
import { VersionImage } from './version-image.js';
import { SourceFiles } from './source-files.js';

/** The files of a version, and what they say about its params. */
export function CodeTab({ metaTask }: { metaTask: MetaTask }) {
  const { script, params_schema: schema, params_schema_inferred: inferred } = metaTask;
  return (
    <div className="column">
      <VersionImage metaTask={metaTask} />
      {script === null ? <p>{texts.code.none}</p> : <SourceFiles metaTask={metaTask} />}
      {schema !== null && (
        <section className="panel" aria-labelledby="schema">
          <header>
            <h2 id="schema">{texts.code.schema}</h2>
            {inferred && <span className="quiet">{texts.code.inferred}</span>}
          </header>
          <JsonBlock value={schema} />
        </section>
      )}
      {metaTask.dependency_lock !== null && (
        <details className="panel">
          <summary>{texts.code.lock}</summary>
          <pre className="code-block" tabIndex={0} role="region" aria-label={texts.code.lock}>
            {visibleText(metaTask.dependency_lock)}
          </pre>
        </details>
      )}
    </div>
  );
}
