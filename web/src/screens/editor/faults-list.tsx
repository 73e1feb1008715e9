import { ErrorNote } from '../../parts/error-note.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/editor.js';
import type { Check } from './use-check.js';

/** What is wrong, each with the way to its line. */
export function FaultsList({ check, onGo }: { check: Check; onGo: (line: number) => void }) {
  const { found, isBehind, error } = check;
  const diagnostics = found?.diagnostics ?? [];
  return (
    <section aria-label={texts.faults.title} aria-busy={isBehind}>
      <p className="quiet" role="status">
        {found === undefined
          ? error === null && texts.faults.checking
          : texts.faults.count(diagnostics.length)}
      </p>
      {error !== null && <ErrorNote error={error} />}
      {diagnostics.length > 0 && (
        <ul className="faults">
          {diagnostics.map(({ pointer, message, severity, line, column }, index) => (
            <li key={index} className={`fault-${severity}`}>
              {line === undefined ? (
                <code>{pointer.slice(1)}</code>
              ) : (
                <button type="button" className="small" onClick={() => onGo(line)}>
                  {texts.faults.at(line, column)}
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
