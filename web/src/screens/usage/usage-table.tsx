import { Link } from '@tanstack/react-router';
import type { UsageOfGroup, UsageReport } from '../../api/types.js';
import { Meter } from '../../parts/meter.js';
import { RowsTable } from '../../parts/rows-table.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/usage.js';
import { selectAmount, everyDay, sumUsage } from './usage-figures.js';
import type { Measure, UsageSearch } from './usage-search.js';

/** Maximum number of groups that the API returns. */
const MOST_GROUPS = 1_000;

/** Table of the usage by day, model, meta-task or agent, with the total. */
export function UsageTable({ report, search }: { report: UsageReport; search: UsageSearch }) {
  const { group_by: by, groups } = report;
  const { show = 'cost' } = search;
  const total = sumUsage(groups);
  const rows = by === 'day' ? groups.toReversed() : groups;
  const hidden = by === 'day' ? everyDay(report).length - rows.length : 0;
  return (
    <>
      <RowsTable
        label={texts.table(texts.groups[by])}
        kind="usage"
        columns={[texts.groupHead[by], ...Object.values(texts.columns)]}
      >
        <Row by={by} group={total} name={texts.total} total={total} show={show} />
        {rows.map((group) => (
          <Row key={group.group} by={by} group={group} total={total} show={show} />
        ))}
      </RowsTable>
      {hidden > 0 && <p className="quiet">{texts.onlyUsed(hidden)}</p>}
      {groups.length >= MOST_GROUPS && <p className="quiet">{texts.mostGroups}</p>}
    </>
  );
}

function Row({
  by,
  group,
  name,
  total,
  show,
}: {
  by: UsageReport['group_by'];
  group: UsageOfGroup;
  /** Name of the row with the total. */
  name?: string;
  total: UsageOfGroup;
  show: Measure;
}) {
  const { input_tokens: input, cached_tokens: cached, output_tokens: output } = group;
  const all = selectAmount(total, show);
  const amount = selectAmount(group, show);
  return (
    <tr role="row" className={name === undefined ? undefined : 'total'}>
      <td role="cell" className="cell-main">
        {name ?? <GroupName by={by} name={group.group} />}
      </td>
      <td role="cell" data-name={texts.columns.calls}>
        {texts.number(group.model_calls)}
      </td>
      <td role="cell" data-name={texts.columns.input}>
        {texts.number(input)}
      </td>
      <td role="cell" data-name={texts.columns.cached}>
        {texts.number(cached)}
      </td>
      <td role="cell" data-name={texts.columns.output}>
        {texts.number(output)}
      </td>
      <td role="cell" data-name={texts.columns.cost}>
        {group.cost_usd === null ? texts.noPrice : texts.amount.cost(group.cost_usd)}
      </td>
      <td role="cell">
        {name === undefined && all > 0 && (
          <Meter
            plain
            used={amount}
            limit={all}
            label={`${group.group ?? texts.noGroup[by]}: ${texts.amount[show](amount)}`}
          />
        )}
      </td>
    </tr>
  );
}

function GroupName({ by, name }: { by: UsageReport['group_by']; name: string | null }) {
  const { project } = useProject();
  if (name === null) return <span className="quiet">{texts.noGroup[by]}</span>;
  if (by !== 'task_type') return visibleText(name);
  return (
    <Link
      to="/p/$project/meta-tasks/$identifier"
      params={{ project: project.slug, identifier: name }}
    >
      {name}
    </Link>
  );
}
