import { channelOf, leadInTurns } from './one-leader.js';
import { type LiveState, type Message, streamEvents } from './project-events.js';
import type { LiveEvent } from './task-change.js';

export interface Listener {
  onEvents(events: readonly LiveEvent[]): void;
  /** Events may be missing: what is shown has to be read again. */
  onGap(): void;
  /** The server has ended the stream: the session has ended, or does not allow it any more. */
  onClosed(): void;
  /** The stream has begun, at a server of this version. */
  onServer(version: string): void;
  onState(state: LiveState): void;
}

/**
 * Follows the events of a project by one stream for the whole browser: the tab that leads opens it and passes on what comes, since a
 * browser opens six connections to a host and a seventh tab would wait for ever. When another tab takes over, all read once what they
 * show. Returns how to end it.
 */
export function followProject(projectId: string, listener: Listener): () => void {
  const name = `metarun-live-${projectId}`;
  const channel = channelOf(name);
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
    // A tab that has just come asks how it is.
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
