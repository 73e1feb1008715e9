import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { bulkQuery } from '../../api/bulk.js';
import { toRequestError } from '../../api/request-error.js';
import { BulkProgress } from '../../parts/bulk-progress.js';
import { ErrorNote } from '../../parts/error-note.js';
import { bulkTexts } from '../../texts/en/bulk.js';

/** Progress of the bulk operation that the address names. */
export function BulkStrip({
  project,
  id,
  onHide,
}: {
  project: { id: string; slug: string };
  id: string;
  onHide: () => void;
}) {
  const { data: bulk, error } = useQuery(bulkQuery(project.id, id));
  const gone = error !== null && toRequestError(error).status === 404;
  return (
    <div className="bulk-strip">
      {gone && <p role="status">{bulkTexts.gone(id)}</p>}
      {error !== null && !gone && <ErrorNote error={error} />}
      {bulk && <BulkProgress bulk={bulk} />}
      {bulk && (
        <Link to="/p/$project/bulk/$bulk" params={{ project: project.slug, bulk: id }}>
          {bulkTexts.details}
        </Link>
      )}
      <button type="button" className="small" onClick={onHide}>
        {bulkTexts.hide}
      </button>
    </div>
  );
}
