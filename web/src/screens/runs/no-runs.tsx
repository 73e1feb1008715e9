import type { RunsFilter } from '../../api/runs-filter.js';
import { Empty } from '../../parts/empty.js';
import { texts } from '../../texts/en.js';

/** Replacement for a list without runs: either there are none yet, or the filter hides them. */
export function NoRuns({ filter, onClear }: { filter: RunsFilter; onClear: () => void }) {
  const hiding = Object.entries(filter).flatMap(([name, value]) => {
    // This filter adds child runs and hides nothing.
    if (name === 'roots') return [];
    return [value === true ? name : String(value)];
  });
  if (hiding.length === 0)
    return (
      <Empty
        title={texts.run.emptyTitle}
        about={texts.run.emptyAbout}
        command={texts.run.emptyCommand}
      />
    );
  return (
    <Empty title={texts.run.filteredTitle} about={texts.run.filteredAbout(hiding.join(', '))}>
      <button type="button" onClick={onClear}>
        {texts.run.clear}
      </button>
    </Empty>
  );
}
