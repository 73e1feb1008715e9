import { texts } from '../texts/en/editing.js';
import { visibleText } from './visible-text.js';

/** Warnings in the response to a successful change. */
export function Warnings({ of }: { of: readonly string[] }) {
  return of.length === 0 ? null : (
    <ul className="diagnostics" role="status" aria-label={texts.warnings}>
      {of.map((warning) => (
        <li key={warning} className="diagnostic-warning">
          <bdi>{visibleText(warning)}</bdi>
        </li>
      ))}
    </ul>
  );
}
