import type { Installation } from '../../api/types.js';
import { Card } from '../../parts/card.js';
import { RowsTable } from '../../parts/rows-table.js';
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
      <RowsTable label={texts.workerList} columns={Object.values(texts.workerColumns)}>
        {workers.map((worker) => (
          <Row key={worker.id} worker={worker} />
        ))}
      </RowsTable>
    </Card>
  );
}

function Row({ worker }: { worker: Worker }) {
  const { id, self, alive, host, version, slots, agent_slots: agents, running } = worker;
  return (
    <tr role="row">
      <td role="cell" className="cell-main">
        <code title={id}>{host === null ? id.slice(-SHOWN) : visibleText(host)}</code>{' '}
        {self && <span className="pill">{texts.self}</span>}
      </td>
      <td role="cell">{alive ? texts.alive : <strong>{texts.silent}</strong>}</td>
      <td role="cell">{version ?? texts.unknown}</td>
      <td role="cell">
        {slots === null ? number(running) : texts.taken(running, slots + (agents ?? 0))}
      </td>
      <td role="cell">
        {worker.started_at === null ? texts.unknown : <When time={worker.started_at} />}
      </td>
      <td role="cell">
        <When time={worker.last_seen_at} />
      </td>
    </tr>
  );
}
