import { ErrorNote } from '../../parts/error-note.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/editor.js';
import type { Check } from './use-check.js';

/** Diagnostics of a check, each with a button that leads to its line. */
export function DiagnosticsList({ check, onGo }: { check: Check; onGo: (line: number) => void }) {
  const { found, isBehind, error } = check;
  const diagnostics = found?.diagnostics ?? [];
  return (
    <section aria-label={texts.diagnostics.title} aria-busy={isBehind}>
      <p className="quiet" role="status">
        {found === undefined
          ? error === null && texts.diagnostics.checking
          : texts.diagnostics.count(diagnostics.length)}
      </p>
      {error !== null && <ErrorNote error={error} />}
      {diagnostics.length > 0 && (
        <ul className="diagnostics">
          {diagnostics.map(({ pointer, message, severity, line, column }, index) => (
            <li key={index} className={`diagnostic-${severity}`}>
              {line === undefined ? (
                <code>{pointer.slice(1)}</code>
              ) : (
                <button type="button" className="small" onClick={() => onGo(line)}>
                  {texts.diagnostics.at(line, column)}
                </button>
              )}{' '}
              <bdi>{visibleText(message)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
