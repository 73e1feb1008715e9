import { useState } from 'react';
import { SERVER } from '../../api/addresses.js';
import { Copy } from '../../parts/copy.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/meta-task.js';
import { type Snippets, buildSnippets } from './snippets.js';

export const KINDS = [
  'curl',
  'cli',
  'typescript',
  'python',
] as const satisfies readonly (keyof Snippets)[];

export interface Shown {
  identifier: string;
  params: Readonly<Record<string, unknown>>;
  name?: string;
}

/** Code that makes the same request as the form, in several languages. */
export function SnippetPanel(run: Shown) {
  const [kind, setKind] = useState<keyof Snippets>('curl');
  const code = useSnippets(run)[kind];
  return (
    <section className="panel" aria-labelledby="snippet">
      <header>
        <h2 id="snippet">{texts.snippet.title}</h2>
        <div className="switch small" role="group" aria-label={texts.snippet.kinds}>
          {KINDS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === kind}
              onClick={() => setKind(one)}
            >
              {texts.snippet.names[one]}
            </button>
          ))}
        </div>
      </header>
      <CodeBlock code={code} label={texts.snippet.code(texts.snippet.names[kind])} />
      <p className="quiet">{texts.snippet.note}</p>
    </section>
  );
}

export function useSnippets(run: Shown): Snippets {
  const { project } = useProject();
  return buildSnippets({ ...run, url: SERVER.replace(/\/$/, ''), project: project.slug });
}

/** Code block with a copy button. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className="copied-block">
      <pre className="code-block" tabIndex={0} role="region" aria-label={label}>
        {visibleText(code)}
      </pre>
      <Copy text={code} />
    </div>
  );
}
