import type { QueryClient, QueryKey } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isTemporary } from '../api/asked-again.js';
import { useLiveQueryClient } from './live-query-client.js';
import type { LiveState } from './project-events.js';
import { followProject } from './project-stream.js';
import type { LiveEvent } from './task-change.js';

/** A screen's part in the events of its project. */
export interface EventsListener {
  /** At most once a frame. */
  onEvents(events: readonly LiveEvent[]): void;
  /** Events may be missing: what is shown has to be read again. */
  onGap(): void;
}

interface Live {
  state: LiveState;
  listen: (listener: EventsListener) => () => void;
  /** Returns when something has come last, in ms since the page was opened. What was asked before that may be out of date. */
  lastAt: () => number;
}

const FRAME_MS = 16;

const LiveContext = createContext<Live>({
  state: { is: 'connecting' },
  listen: () => () => undefined,
  lastAt: () => 0,
});

/** Follows a project while one of its screens is shown: the stream goes on from one to the next. It begins again for a new session. */
export function LiveProject({
  projectId,
  sessionId,
  version,
  children,
}: {
  projectId: string;
  sessionId: string | undefined;
  /** The version of the server, as it is known. */
  version: string;
  children: ReactNode;
}) {
  const client = useLiveQueryClient();
  const cameAt = useRef(0);
  const [state, setState] = useState<LiveState>({ is: 'connecting' });
  const listeners = useRef(new Set<EventsListener>());
  const known = useRef(version);
  useEffect(() => {
    known.current = version;
  });
  useEffect(() => {
    let waiting: LiveEvent[] = [];
    let hasBegun = false;
    const onGap = (): void => {
      hasBegun = true;
      cameAt.current = performance.now();
      for (const listener of listeners.current) listener.onGap();
    };
    const pass = (): void => {
      const events = waiting;
      waiting = [];
      for (const listener of listeners.current) listener.onEvents(events);
    };
    return followProject(projectId, {
      onEvents: (events) => {
        cameAt.current = performance.now();
        // No frame of animation, of which a hidden tab has none.
        if (waiting.length === 0) setTimeout(pass, FRAME_MS);
        waiting.push(...events);
      },
      onGap,
      onClosed: () => void client.invalidateQueries({ queryKey: ['me'] }),
      onServer: (now) => {
        if (now !== known.current) void client.invalidateQueries({ queryKey: ['me'] });
      },
      onState: (now) => {
        setState(now);
        if (now.is !== 'live') return;
        // Where another tab has the stream, nothing says what it got before this one listened.
        if (!hasBegun) onGap();
        readFailed(client);
      },
    });
  }, [client, projectId, sessionId]);
  const listen = useCallback((listener: EventsListener) => {
    listeners.current.add(listener);
    return () => void listeners.current.delete(listener);
  }, []);
  const lastAt = useCallback(() => cameAt.current, []);
  const live = useMemo((): Live => ({ state, listen, lastAt }), [state, listen, lastAt]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** Reads again what is shown and could not be read. What was asked in vain while the server could not be reached has an answer now. */
function readFailed(client: QueryClient): void {
  void client.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.status === 'error' && isTemporary(state.error),
  });
}

/** Returns whether events come. */
export function useLiveState(): LiveState {
  return useContext(LiveContext).state;
}

/**
 * Passes the events of the project to the listener. `kept`: the keys of what nothing but the listener keeps current. What was asked
 * before it listens, and before something came, is read again. Once it no longer listens, what has one of the keys is read again where
 * it is shown next. The keys must be the same object at each rendering.
 */
export function useEvents(listener: EventsListener, kept: readonly QueryKey[]): void {
  const client = useLiveQueryClient();
  const { listen, lastAt } = useContext(LiveContext);
  useEffect(() => {
    const leave = listen(listener);
    if (client.oldestAsk(kept) <= lastAt()) listener.onGap();
    return () => {
      leave();
      for (const queryKey of kept) void client.invalidateQueries({ queryKey, refetchType: 'none' });
    };
  }, [client, kept, lastAt, listen, listener]);
}
