import type { Approval } from '../../api/types.js';
import { remaining } from '../../parts/remaining.js';
import { useNow } from '../../parts/when.js';
import { texts } from '../../texts/en/approvals.js';
import { exactTime } from '../../texts/en/format.js';

/** Remaining time below which an approval is shown as urgent. */
const URGENT_MS = 3_600_000;

/** Remaining time to decide an approval. */
export function TimeLeft({ approval }: { approval: Approval }) {
  const left = useTimeLeft(approval);
  if (left === null) return <span className="quiet">{texts.noLimit}</span>;
  const at = Date.parse(approval.expires_at ?? '');
  return (
    <time
      dateTime={approval.expires_at ?? ''}
      title={exactTime(at)}
      className={left < URGENT_MS ? 'urgent' : 'quiet'}
    >
      {left <= 0 ? texts.over : texts.left(remaining(left))}
    </time>
  );
}

/** Bar with the share of the time to decide that remains. Null if the approval has no time limit. */
export function TimeBar({ approval }: { approval: Approval }) {
  const left = useTimeLeft(approval);
  if (left === null) return null;
  const whole = Date.parse(approval.expires_at ?? '') - Date.parse(approval.created_at);
  return (
    <progress
      className="time-bar"
      max={100}
      value={Math.max(0, Math.min(100, (left / whole) * 100))}
      aria-label={texts.leftToDecide(remaining(left))}
    />
  );
}

/** Returns the remaining time to decide, in ms; null without a time limit. */
function useTimeLeft({ expires_at: expires }: Approval): number | null {
  const now = useNow();
  return expires === null ? null : Date.parse(expires) - now;
}
