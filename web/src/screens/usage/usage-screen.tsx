import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { budgetQuery } from '../../api/project-settings.js';
import type { UsageReport } from '../../api/types.js';
import { usageQuery } from '../../api/usage.js';
import { BudgetBars } from '../../parts/budget-bars.js';
import { Card } from '../../parts/card.js';
import { Empty } from '../../parts/empty.js';
import { Loaded } from '../../parts/loaded.js';
import { Page } from '../../parts/page.js';
import { saveFile } from '../../parts/save-file.js';
import { UnknownParameters } from '../../parts/unknown-parameters.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/usage.js';
import { UsageChart } from './usage-chart.js';
import { formatUsageCsv, everyDay } from './usage-figures.js';
import { UsageFilters } from './usage-filters.js';
import type { UsageSearch } from './usage-search.js';
import { UsageTable } from './usage-table.js';

/** Usage of language models in the project, and the remaining budget. */
export function UsageScreen() {
  const { project, is } = useProject();
  const { unknown, ...search } = useSearch({ from: '/signed-in/p/$project/usage' });
  const { by = 'day', from, to } = search;
  const span = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const budget = useQuery(budgetQuery(project.id));
  const days = useQuery(usageQuery(project.id, 'day', span));
  const grouped = useQuery({ ...usageQuery(project.id, by, span), enabled: by !== 'day' });
  const report = by === 'day' ? days : grouped;
  return (
    <Page title={texts.title}>
      <p className="quiet">{texts.about}</p>
      <UnknownParameters names={unknown} />
      <Card
        title={texts.budget}
        aside={
          is('admin') && (
            <Link to="/p/$project/settings/models" params={{ project: project.slug }}>
              {texts.changeBudget}
            </Link>
          )
        }
      >
        <Loaded query={budget} label={texts.loading} rows={1}>
          {(value) => <BudgetBars budget={value} />}
        </Loaded>
      </Card>
      <UsageFilters search={search} shown={days.data} />
      <Loaded query={days} label={texts.loading}>
        {(value) => value.groups.length > 0 && <UsageChart report={value} search={search} />}
      </Loaded>
      {by === 'day' || days.isError ? (
        report.data && <Groups report={report.data} search={search} />
      ) : (
        <Loaded query={report} label={texts.loading}>
          {(value) => <Groups report={value} search={search} />}
        </Loaded>
      )}
    </Page>
  );
}

function Groups({ report, search }: { report: UsageReport; search: UsageSearch }) {
  const { project } = useProject();
  if (report.groups.length === 0) {
    const isNarrowed = search.from !== undefined || search.to !== undefined;
    return (
      <Empty title={texts.none} about={texts.noneAbout}>
        {isNarrowed && (
          <Link to="/p/$project/usage" params={{ project: project.slug }} search={{}}>
            {texts.allDays}
          </Link>
        )}
      </Empty>
    );
  }
  const { group_by: by, from, to, groups } = report;
  const all = by === 'day' ? everyDay(report) : groups;
  return (
    <>
      <UsageTable report={report} search={search} />
      <div className="buttons">
        <button
          type="button"
          onClick={() =>
            saveFile(
              `usage ${project.slug} ${from} ${to} by ${by}.csv`,
              new Blob([formatUsageCsv(by, all)], { type: 'text/csv' }),
            )
          }
        >
          {texts.export}
        </button>
      </div>
    </>
  );
}
