import { useState } from 'react';
import { isObject, jsonText } from '../../parts/json.js';
import { MarkdownView } from '../../parts/markdown-view.js';
import { TextDifference } from '../../parts/text-difference.js';
import { JsonBlock, ValueView } from '../../parts/value-view.js';
import { texts } from '../../texts/en/approvals.js';
import { texts as values } from '../../texts/en/values.js';

/** Proposal of an approval, formatted or as raw JSON. */
export function Proposal({ value }: { value: unknown }) {
  const [raw, setRaw] = useState(false);
  return (
    <section className="panel" aria-labelledby="proposal">
      <header>
        <h2 id="proposal">{texts.proposal}</h2>
        <button type="button" className="small" aria-pressed={raw} onClick={() => setRaw(!raw)}>
          {values.raw}
        </button>
      </header>
      {raw ? <JsonBlock value={value} /> : <Readable value={value} />}
    </section>
  );
}

function Readable({ value }: { value: unknown }) {
  if (typeof value === 'string') return <MarkdownView level={2}>{value}</MarkdownView>;
  if (!isObject(value) || !('before' in value) || !('after' in value))
    return <ValueView value={value} />;
  const { before, after, ...others } = value;
  return (
    <>
      {Object.keys(others).length > 0 && <ValueView value={others} />}
      <TextDifference before={formatValue(before)} after={formatValue(after)} />
    </>
  );
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value);
}
