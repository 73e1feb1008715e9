import type { Bulk } from '../api/types.js';
import { bulkTexts } from '../texts/en/bulk.js';

/** Progress of a bulk operation in one line. */
export function BulkProgress({ bulk }: { bulk: Bulk }) {
  const { action, state, done, total, refused_count: refused } = bulk;
  const said = [
    state === 'running'
      ? bulkTexts.progress(action, done, total)
      : bulkTexts.ended(action, done - refused, total),
    refused > 0 && bulkTexts.refused(refused),
    state === 'stopped' && bulkTexts.stopped,
  ];
  return (
    <span className="bulk-progress">
      {state === 'running' && (
        <progress max={total} value={done} aria-label={bulkTexts.progress(action, done, total)} />
      )}
      <span role="status">{said.filter(Boolean).join(' · ')}</span>
    </span>
  );
}
