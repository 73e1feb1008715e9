import { useEffect, useRef } from 'react';
import { SERVER } from '../../api/addresses.js';
import type { CreatedApiKey } from '../../api/types.js';
import { Copy } from '../../parts/copy.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/settings.js';

/** A key that was just made: this once, with what to try it by. */
export function MadeKey({ made, onKept }: { made: CreatedApiKey; onKept: () => void }) {
  const { project } = useProject();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const tasks = `${SERVER}external/v1/projects/${project.slug}/tasks`;
  const snippet = `export KEY=…\ncurl -s ${tasks}?limit=1 -H "Authorization: Bearer $KEY"`;
  return (
    <section className="panel" aria-labelledby="made-key">
      <h2 id="made-key" ref={heading} tabIndex={-1}>
        {texts.keys.madeTitle(visibleText(made.name))}
      </h2>
      <p>{texts.keys.once}</p>
      <div className="buttons">
        <code className="long">{made.key}</code>
        <Copy text={made.key} />
      </div>
      <h3>{texts.keys.snippet}</h3>
      <pre className="code-block" tabIndex={0} role="region" aria-label={texts.keys.snippet}>
        {snippet}
      </pre>
      <div className="buttons">
        <button type="button" onClick={onKept}>
          {texts.keys.hide}
        </button>
      </div>
    </section>
  );
}
