import { useState } from 'react';
import { STATUSES, type Stats } from '../../api/types.js';
import { texts } from '../../texts/en.js';
import { exactTime, number } from '../../texts/en/format.js';
import { listTexts } from '../../texts/en/runs.js';
import { sumCounts } from './histogram-range.js';

const words = listTexts.histogram;

/** Table of the figures for screen readers, with a button for each bucket that has runs. */
export function HistogramTable({
  stats,
  onNarrow,
}: {
  stats: Stats;
  onNarrow: (index: number) => void;
}) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="histogram-table"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{words.table}</summary>
      {open && (
        <div className="scrolls" tabIndex={0} role="region" aria-label={words.table}>
          <table className="plain-table">
            <caption className="unseen">{words.caption}</caption>
            <thead>
              <tr>
                <th scope="col">{words.from}</th>
                {STATUSES.map((status) => (
                  <th key={status} scope="col">
                    {texts.run.status[status]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {stats.buckets.map((bucket, index) => {
                const from = exactTime(Date.parse(bucket.from));
                if (sumCounts(bucket) === 0) return null;
                return (
                  <tr key={bucket.from}>
                    <th scope="row">
                      <button
                        type="button"
                        className="plain"
                        aria-label={words.narrow(from)}
                        onClick={() => onNarrow(index)}
                      >
                        {from}
                      </button>
                    </th>
                    {STATUSES.map((status) => (
                      <td key={status}>{number(bucket[status])}</td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
