import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { memoryStatsQuery } from '../../api/memories.js';
import type { MemoryStats } from '../../api/types.js';
import { useMemoriesLive } from '../../live/memories-live.js';
import { Fact } from '../../parts/fact.js';
import { Page } from '../../parts/page.js';
import { Tabs } from '../../parts/tabs.js';
import { UnknownParameters } from '../../parts/unknown-parameters.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/memories.js';
import type { MemoriesSearch } from './memories-search.js';
import { MemoriesTab } from './memories-tab.js';
import { MemoryDialog } from './memory-dialog.js';
import { JobsTab } from './jobs-tab.js';

/** Memories of the project, with figures, and the jobs that distil memories from runs. */
export function MemoriesScreen() {
  const { may } = useProject();
  return (
    <Page title={texts.title}>
      {may('memories:read') ? <Whole /> : <p className="note">{texts.mayNot}</p>}
    </Page>
  );
}

function Whole() {
  const { project } = useProject();
  const navigate = useNavigate({ from: '/p/$project/memories' });
  const { unknown, ...search } = useSearch({ from: '/signed-in/p/$project/memories' });
  useMemoriesLive(project.id);
  const stats = useQuery(memoryStatsQuery(project.id)).data;
  const go = (next: MemoriesSearch): void => void navigate({ search: next });
  const { memory, ...others } = search;
  return (
    <>
      <p className="quiet">{texts.about}</p>
      <UnknownParameters names={unknown} />
      {stats && <Figures stats={stats} />}
      <Tabs
        label={texts.parts}
        tabs={[
          { name: 'list', label: texts.tabs.list },
          { name: 'jobs', label: texts.tabs.jobs },
        ]}
        shown={search.tab ?? 'list'}
        onShow={(tab) => go(tab === 'jobs' ? { tab } : {})}
      >
        {search.tab === 'jobs' ? (
          <JobsTab state={search.state} />
        ) : (
          <MemoriesTab search={others} onGo={go} />
        )}
      </Tabs>
      {memory !== undefined && <MemoryDialog id={memory} onClose={() => go(others)} />}
    </>
  );
}

function Figures({ stats: { memories, refused, use_rate: rate, jobs } }: { stats: MemoryStats }) {
  const { figures } = texts;
  const lost = Object.values(refused).reduce((sum, count) => sum + count, 0);
  return (
    <dl className="figures">
      <Fact name={figures.active}>{figures.number(memories['active'] ?? 0)}</Fact>
      <Fact name={figures.pending}>{figures.number(memories['pending'] ?? 0)}</Fact>
      <Fact name={figures.used}>{rate === null ? figures.none : figures.share(rate)}</Fact>
      <Fact name={figures.refused}>{figures.number(lost)}</Fact>
      <Fact name={figures.jobs}>{figures.number(jobs.pending)}</Fact>
      <Fact name={figures.failed}>{figures.number(jobs.failed)}</Fact>
    </dl>
  );
}
