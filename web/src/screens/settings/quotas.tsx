import { useQuery } from '@tanstack/react-query';
import { quotasQuery } from '../../api/project-settings.js';
import type { Quota } from '../../api/types.js';
import { Loaded } from '../../parts/loaded.js';
import { Meter } from '../../parts/meter.js';
import { RowsTable } from '../../parts/rows-table.js';
import { useProject } from '../../parts/use-project.js';
import { bytes, number } from '../../texts/en/format.js';
import { texts } from '../../texts/en/project-settings.js';

/** Quotas of the project and their usage. */
export function Quotas() {
  const { project } = useProject();
  const query = useQuery(quotasQuery(project.id));
  const { general } = texts;
  const { what, used, limit, share } = general.quotaColumns;
  return (
    <section className="column" aria-labelledby="quotas">
      <h2 id="quotas">{general.quotas}</h2>
      <Loaded query={query} label={texts.loading}>
        {(quotas) => (
          <RowsTable label={general.quotasList} kind="quotas" columns={[what, used, limit, share]}>
            {quotas.map((quota) => (
              <Row key={quota.setting} quota={quota} />
            ))}
          </RowsTable>
        )}
      </Loaded>
      <p className="quiet">{general.quotaNote}</p>
    </section>
  );
}

function Row({ quota: { setting, description, used, limit } }: { quota: Quota }) {
  const amount = setting.endsWith('_BYTES') ? bytes : number;
  const of = limit === null ? texts.none : amount(limit);
  return (
    <tr role="row">
      <td role="cell" className="cell-main">
        {description}
      </td>
      <td role="cell">{amount(used)}</td>
      <td role="cell">{of}</td>
      <td role="cell">
        {limit !== null && (
          <Meter
            used={used}
            limit={limit}
            label={texts.general.quotaOf(description, amount(used), of)}
          />
        )}
      </td>
    </tr>
  );
}
