import type { FileEntry } from '../../api/types.js';
import { texts } from '../../texts/en/files.js';

type Progress = NonNullable<NonNullable<FileEntry['conversion']>['progress']>;

/** The progress of a conversion: a bar where its share is known, and the count, its place in the queue and the time that is left. */
export function ConversionBar({ progress }: { progress: Progress }) {
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
