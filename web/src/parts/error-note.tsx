import { requestErrorOf } from '../api/request-error.js';
import { CodeText } from './code-text.js';
import { texts } from '../texts/en.js';

/** An error where the content would be, with the way out; the rest of the page goes on. */
export function ErrorNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const problem = requestErrorOf(error);
  return (
    <div className="note note-problem" role="alert">
      <p>
        <CodeText>{problem.message}</CodeText>
      </p>
      {problem.requestId !== null && <p className="quiet">{texts.requestId(problem.requestId)}</p>}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          {texts.tryAgain}
        </button>
      )}
    </div>
  );
}
