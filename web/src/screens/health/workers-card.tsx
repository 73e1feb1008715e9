import type { Installation } from '../../api/types.js';
import { Card } from '../../parts/card.js';
import { RowsTable } from '../../parts/rows-table.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { texts } from '../../texts/en/health.js';

type Worker = Installation['workers'][number];

/** Servers that share the database. */
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
  const { id, self, host, version, slots, agent_slots: agents, running } = worker;
  return (
    <tr role="row">
      <td role="cell" className="cell-main">
        <code title={id}>{visibleText(host)}</code>{' '}
        {self && <span className="pill">{texts.self}</span>}
      </td>
      <td role="cell">
        <State worker={worker} />
      </td>
      <td role="cell">{visibleText(version)}</td>
      <td role="cell">{worker.roles.join(', ')}</td>
      <td role="cell">
        {worker.tags.join(', ')}{' '}
        {worker.only_tagged && <span className="pill">{texts.onlyTagged}</span>}
      </td>
      <td role="cell">{texts.taken(running, slots + agents)}</td>
      <td role="cell">
        <When time={worker.started_at} />
      </td>
      <td role="cell">
        <When time={worker.last_seen_at} />
      </td>
    </tr>
  );
}

function State({ worker: { alive, draining } }: { worker: Worker }) {
  if (!alive) return <strong>{texts.silent}</strong>;
  return draining ? texts.stopping : texts.alive;
}
