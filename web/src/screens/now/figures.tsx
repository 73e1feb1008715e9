import type { AtAGlance } from '../../api/now.js';
import type { Stats } from '../../api/types.js';
import { Fact } from '../../parts/fact.js';
import { duration } from '../../texts/en/format.js';
import { texts } from '../../texts/en/now.js';

/** Figures of the current work and of the last day. */
export function Figures({ now, stats }: AtAGlance) {
  const { counts, oldest_pending: oldest, slots } = now;
  const { made, failedPercent } = lastDay(stats);
  return (
    <dl className="figures" aria-label={texts.figures}>
      <Fact name={texts.running}>{texts.runningOf(counts.running, slots.used, slots.of)}</Fact>
      <Fact name={texts.pending}>
        {texts.pendingOldest(counts.pending, oldest?.age_ms ?? null)}
      </Fact>
      <Fact name={texts.waiting}>{texts.unfinished(counts.waiting)}</Fact>
      <Fact name={texts.lastDay}>
        {texts.made(made)}
        {failedPercent > 0 && (
          <>
            {' · '}
            <span className="urgent">{texts.failedShare(failedPercent)}</span>
          </>
        )}
      </Fact>
      <Fact name={texts.startedWithin}>{time(stats.wait_ms.p95)}</Fact>
      <Fact name={texts.took}>
        {stats.run_ms.p50 === null
          ? texts.none
          : `${time(stats.run_ms.p50)} · ${time(stats.run_ms.p95)}`}
      </Fact>
    </dl>
  );
}

function time(ms: number | null): string {
  return ms === null ? texts.none : duration(ms);
}

/**
 * Returns the number of tasks created in the last day, and the percentage of failures among those that succeeded or
 * failed.
 */
function lastDay({ buckets }: Stats): { made: number; failedPercent: number } {
  let made = 0;
  let failed = 0;
  let ended = 0;
  for (const { pending, running, waiting, success, failed: lost, cancelled } of buckets) {
    made += pending + running + waiting + success + lost + cancelled;
    failed += lost;
    ended += success + lost;
  }
  return { made, failedPercent: ended === 0 ? 0 : (100 * failed) / ended };
}
