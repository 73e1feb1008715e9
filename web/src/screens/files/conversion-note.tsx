import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { convertAgain } from '../../api/file-changes.js';
import { rereadFiles } from '../../api/files.js';
import type { FileEntry } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { useAction } from '../../parts/use-action.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/files.js';
import type { FilePlace } from './use-workspace.js';

type Progress = NonNullable<NonNullable<FileEntry['conversion']>['progress']>;

const { conversion: words } = texts;

/** Short state of a document's conversion. Null if it succeeded without warnings. */
export function ConversionMark({ of: { conversion } }: { of: FileEntry }) {
  if (conversion === null) return null;
  const { status, warnings } = conversion;
  if (status === 'converting')
    return conversion.progress === undefined ? (
      <span className="converting">{words.convertingShort}</span>
    ) : (
      <ConversionBar progress={conversion.progress} />
    );
  if (status === 'failed') return <span className="error">{words.failedShort}</span>;
  return warnings.length === 0 ? null : (
    <span className="warned">{words.warnings(warnings.length)}</span>
  );
}

/** Details of a document's conversion: its progress, why it failed, or what it left out. */
export function ConversionNote({ place, entry }: { place: FilePlace; entry: FileEntry }) {
  const { conversion, converted_from: from } = entry;
  if (conversion === null) return null;
  const { status, error, warnings } = conversion;
  const name = visibleText(from ?? entry.name);
  if (status === 'converted' && warnings.length === 0) return null;
  return (
    <section
      className={status === 'failed' ? 'note note-error' : 'note'}
      aria-label={words.label}
      aria-live="polite"
    >
      {status === 'converting' && <p className="converting">{words.converting(name)}</p>}
      {conversion.progress !== undefined && (
        <p>
          <ConversionBar progress={conversion.progress} />
        </p>
      )}
      {status === 'failed' && (
        <>
          <p>{words.failed(name)}</p>
          <p>{visibleText(error ?? '')}</p>
        </>
      )}
      {warnings.length > 0 && (
        <>
          <p>{words.warningsTitle(name)}</p>
          <ul className="values">
            {warnings.map((warning, index) => (
              <li key={index}>{visibleText(warning)}</li>
            ))}
          </ul>
        </>
      )}
      {status !== 'converting' && place.mayWrite && <Again place={place} entry={entry} />}
    </section>
  );
}

function Again({ place: { project, ws }, entry }: { place: FilePlace; entry: FileEntry }) {
  const client = useQueryClient();
  const { busy, error, run } = useAction();
  const [asked, setAsked] = useState(false);
  const again = async (): Promise<void> => {
    await convertAgain(project.id, ws, entry.path);
    setAsked(true);
    await rereadFiles(client, project.id, ws);
  };
  return (
    <>
      {error !== null && <ErrorNote error={error} />}
      <div className="buttons">
        <button type="button" className="small" disabled={busy} onClick={() => void run(again)}>
          {words.again}
        </button>
        <span className="said" role="status">
          {asked && words.asked}
        </span>
      </div>
    </>
  );
}

/**
 * Progress of a conversion: a bar if the total is known, and a text with the count, the position in the queue and the
 * remaining time.
 */
function ConversionBar({ progress }: { progress: Progress }) {
  const { done, total } = progress;
  const words = texts.conversion.progress(progress);
  return (
    <span className="converting conversion-bar">
      {done !== null && total !== null && total > 0 && (
        <progress max={total} value={Math.min(done, total)} aria-label={words} />
      )}
      <span>{words}</span>
    </span>
  );
}
