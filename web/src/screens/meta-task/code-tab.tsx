import type { MetaTask } from '../../api/types.js';
import { Copy } from '../../parts/copy.js';
import { JsonBlock } from '../../parts/value-view.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/meta-task.js';

/** The script of a version, and what it says about its params. */
export function CodeTab({ metaTask }: { metaTask: MetaTask }) {
  const { script, params_schema: schema, params_schema_inferred: inferred } = metaTask;
  const file = metaTask.script_language === 'python' ? 'workflow.py' : 'workflow.ts';
  return (
    <div className="column">
      {script === null ? (
        <p>{texts.code.none}</p>
      ) : (
        <section className="panel" aria-labelledby="source">
          <header>
            <h2 id="source">{file}</h2>
            <Copy text={script} />
          </header>
          <pre
            className="code-block numbered"
            tabIndex={0}
            role="region"
            aria-label={texts.code.title(file)}
          >
            {script
              .replace(/\n$/, '')
              .split('\n')
              .map((line, index) => (
                <span key={index}>
                  {visibleText(line)}
                  {'\n'}
                </span>
              ))}
          </pre>
        </section>
      )}
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
