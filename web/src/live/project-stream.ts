import { openChannel, leadInTurns } from './one-leader.js';
import { type LiveState, type Message, streamEvents } from './project-events.js';
import type { LiveEvent } from './task-change.js';

export interface Listener {
  onEvents(events: readonly LiveEvent[]): void;
  /** Called if events may be missing, so that everything shown must be refetched. */
  onGap(): void;
  /** Called when the stream is closed, which may mean that the session has ended or lost its access. */
  onClosed(): void;
  /** Called with the version of the server when the stream starts. */
  onServer(version: string): void;
  onState(state: LiveState): void;
}

/**
 * Follows the events of a project by one stream per browser: the leading tab opens it and forwards the messages.
 * Browsers open only six connections per host, so a seventh stream would wait forever. When another tab takes over, all
 * tabs refetch what they show. Returns a function that stops it.
 */
export function followProject(projectId: string, listener: Listener): () => void {
  const name = `metarun-live-${projectId}`;
  const channel = openChannel(name);
  const ending = new AbortController();
  const take = (message: Message): void => {
    if (message.kind === 'events') listener.onEvents(message.events);
    else if (message.kind === 'gap') listener.onGap();
    else if (message.kind === 'closed') listener.onClosed();
    else if (message.kind === 'server') listener.onServer(message.version);
    else listener.onState(message.state);
  };
  let state: LiveState = { is: 'connecting' };
  let leads = false;
  channel?.addEventListener('message', ({ data }: MessageEvent<Message | { kind: 'hello' }>) => {
    // A new tab asks for the current state.
    if (data.kind === 'hello') {
      if (leads) channel?.postMessage({ kind: 'state', state } satisfies Message);
    } else take(data);
  });
  channel?.postMessage({ kind: 'hello' });
  leadInTurns(name, ending.signal, async (signal) => {
    leads = true;
    await streamEvents(projectId, signal, (message) => {
      if (message.kind === 'state') state = message.state;
      take(message);
      channel?.postMessage(message);
    });
    leads = false;
  });
  return () => {
    ending.abort();
    channel?.close();
  };
}
