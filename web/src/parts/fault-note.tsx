import { faultOf } from '../api/fault.js';
import { CodeText } from './code-text.js';
import { texts } from '../texts/en.js';

/** An error where the content would be, with the way out; the rest of the page goes on. */
export function FaultNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const fault = faultOf(error);
  return (
    <div className="note note-fault" role="alert">
      <p>
        <CodeText>{fault.message}</CodeText>
      </p>
      {fault.requestId !== null && <p className="quiet">{texts.requestId(fault.requestId)}</p>}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          {texts.tryAgain}
        </button>
      )}
    </div>
  );
}
