import type { Installation } from '../../api/types.js';
import { Card } from '../../parts/card.js';
import { When } from '../../parts/when.js';
import { number } from '../../texts/en/format.js';
import { texts } from '../../texts/en/health.js';

/** Characters at the end of an id, which differ between servers: its beginning is a time. */
const SHOWN = 8;

/** The servers that run tasks. */
export function WorkersCard({ workers }: { workers: Installation['workers'] }) {
  return (
    <Card title={texts.workers}>
      <table className="plain-table" aria-label={texts.workerList}>
        <thead>
          <tr>
            {Object.values(texts.workerColumns).map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {workers.map(({ id, self, running, last_seen_at: seen }) => (
            <tr key={id}>
              <td>
                <code title={id}>{id.slice(-SHOWN)}</code> {self && texts.self}
              </td>
              <td>{number(running)}</td>
              <td>{seen === null ? texts.idle : <When time={seen} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
