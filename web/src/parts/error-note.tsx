import { toRequestError } from '../api/request-error.js';
import { texts } from '../texts/en.js';
import { CodeText } from './code-text.js';
import { Copy } from './copy.js';

/** An error in place of the content, with a way to retry. The rest of the page keeps working. */
export function ErrorNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const problem = toRequestError(error);
  return (
    <div className="note note-error" role="alert">
      <p>
        <CodeText>{problem.message}</CodeText>
      </p>
      {problem.status === 403 && <p className="quiet">{texts.whoGivesIt}</p>}
      {problem.requestId !== null && (
        <p className="quiet">
          {texts.requestId(problem.requestId)}{' '}
          <Copy text={problem.requestId} label={texts.copyRequestId} />
        </p>
      )}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          {texts.tryAgain}
        </button>
      )}
    </div>
  );
}
