import type { LiveState } from '../live/project-stream.js';
import { texts } from '../texts/en.js';
import { exactTime } from '../texts/en/format.js';

/** Says whether the page follows what happens. */
export function LiveMark({ state }: { state: LiveState }) {
  return (
    <span className={`live live-${state.is}`} role="status">
      <span className="mark" aria-hidden="true" />
      {state.is === 'live' && texts.live}
      {state.is === 'connecting' && texts.connecting}
      {state.is === 'down' && texts.notLive(exactTime(state.since))}
    </span>
  );
}
