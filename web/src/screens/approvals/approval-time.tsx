import type { Approval } from '../../api/types.js';
import { remaining } from '../../parts/remaining.js';
import { useNow } from '../../parts/when.js';
import { texts } from '../../texts/en/approvals.js';
import { exactTime } from '../../texts/en/format.js';

/** From then on what is left is said as urgent. */
const URGENT_MS = 3_600_000;

/** The time in which an approval can still be decided. */
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

/** Which part of its time is left, as a bar; nothing where there is no limit. */
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

/** In ms; null without a limit. */
function useTimeLeft({ expires_at: expires }: Approval): number | null {
  const now = useNow();
  return expires === null ? null : Date.parse(expires) - now;
}
