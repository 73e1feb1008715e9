import type { Installation } from '../../api/types.js';
import { Card } from '../../parts/card.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { number } from '../../texts/en/format.js';
import { texts } from '../../texts/en/health.js';

/** Characters at the end of an id, which differ between servers: its beginning is a time. */
const SHOWN = 8;

type Worker = Installation['workers'][number];

/** The servers on the database. */
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
          {workers.map((worker) => (
            <Row key={worker.id} worker={worker} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Row({ worker }: { worker: Worker }) {
  const { id, self, alive, host, version, slots, agent_slots: agents, running } = worker;
  return (
    <tr>
      <td className="health-name">
        <code title={id}>{host === null ? id.slice(-SHOWN) : visibleText(host)}</code>{' '}
        {self && <span className="pill">{texts.self}</span>}
      </td>
      <td>{alive ? texts.alive : <strong>{texts.silent}</strong>}</td>
      <td>{version ?? texts.unknown}</td>
      <td>{slots === null ? number(running) : texts.taken(running, slots + (agents ?? 0))}</td>
      <td>{worker.started_at === null ? texts.unknown : <When time={worker.started_at} />}</td>
      <td>
        <When time={worker.last_seen_at} />
      </td>
    </tr>
  );
}
