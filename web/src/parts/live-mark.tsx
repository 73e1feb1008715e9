import type { LiveState } from '../live/project-events.js';
import { texts } from '../texts/en.js';
import { exactTime } from '../texts/en/format.js';
import { useSecond } from './when.js';

/** Shows whether the page receives live updates and, if not, since when and when it tries again. */
export function LiveMark({ state }: { state: LiveState }) {
  return (
    <span className={`live live-${state.is}`} role="status">
      <span className="mark" aria-hidden="true" />
      {state.is === 'live' && texts.live}
      {state.is === 'connecting' && texts.connecting}
      {state.is === 'down' && (
        <>
          {texts.notLive(exactTime(state.since))}
          <Attempt at={state.retryAt} />
        </>
      )}
    </span>
  );
}

/** A countdown, hidden from screen readers, which would announce every second. */
function Attempt({ at }: { at: number | null }) {
  const now = useSecond();
  const seconds = at === null ? null : Math.ceil(Math.max(0, at - now) / 1_000);
  return <span aria-hidden="true">{texts.tryingAgain(seconds)}</span>;
}
