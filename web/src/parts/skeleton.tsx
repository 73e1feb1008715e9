/** Placeholder for rows that are loading for the first time. */
export function Skeleton({ rows = 6, label }: { rows?: number; label: string }) {
  return (
    <div className="skeleton-list" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="skeleton" aria-hidden="true">
          <span />
        </div>
      ))}
    </div>
  );
}
