import type { UsageReport } from '../../api/types.js';
import { texts } from '../../texts/en/usage.js';
import { selectAmount, everyDay } from './usage-figures.js';
import type { UsageSearch } from './usage-search.js';

const LEAST_PERCENT = 2;

/** Bar chart of the usage per day. The table below contains the same figures for screen readers. */
export function UsageChart({ report, search }: { report: UsageReport; search: UsageSearch }) {
  const { show = 'cost' } = search;
  const days = everyDay(report);
  const most = Math.max(...days.map((day) => selectAmount(day, show)));
  const label = texts.chart(texts.measures[show], report.from, report.to);
  return (
    <figure className="usage-chart">
      <div className="usage-bars" role="img" aria-label={label}>
        {days.map((day) => {
          const amount = selectAmount(day, show);
          return (
            <span
              key={day.group}
              className="usage-day"
              title={`${day.group}: ${texts.amount[show](amount)}`}
            >
              <span style={{ blockSize: computeBarHeight(amount, most) }} />
            </span>
          );
        })}
      </div>
      <figcaption className="quiet">
        <span>{report.from}</span>
        <span>{texts.most(texts.amount[show](most))}</span>
        <span>{report.to}</span>
      </figcaption>
    </figure>
  );
}

function computeBarHeight(amount: number, most: number): string {
  if (amount <= 0 || most <= 0) return '0';
  return `${Math.max(LEAST_PERCENT, (100 * amount) / most)}%`;
}
