import { visibleText } from '../../../parts/visible-text.js';
import { runTexts } from '../../../texts/en/run.js';

/** Where an error happened, as the server says it. */
export function Stack({ of }: { of: { error_stack: string | null } }) {
  if (of.error_stack === null) return null;
  return (
    <pre className="stack scrolls" tabIndex={0} aria-label={runTexts.error.stack}>
      {visibleText(of.error_stack)}
    </pre>
  );
}
