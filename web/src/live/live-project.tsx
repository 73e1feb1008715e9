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

/** Listener of a screen to the events of its project. */
export interface EventsListener {
  /** Called at most once per frame. */
  onEvents(events: readonly LiveEvent[]): void;
  /** Called if events may be missing, so that everything shown must be refetched. */
  onGap(): void;
}

interface Live {
  state: LiveState;
  listen: (listener: EventsListener) => () => void;
  /**
   * Returns the time of the last message, in ms since the page was opened. Data requested before it may be outdated.
   */
  lastAt: () => number;
}

const FRAME_MS = 16;

const LiveContext = createContext<Live>({
  state: { is: 'connecting' },
  listen: () => () => undefined,
  lastAt: () => 0,
});

/**
 * Follows the events of a project. The stream stays open while the user moves between its screens, and restarts for a
 * new session.
 */
export function LiveProject({
  projectId,
  sessionId,
  version,
  children,
}: {
  projectId: string;
  sessionId: string | undefined;
  /** Last known version of the server. */
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
        // A timer, since hidden tabs get no animation frames.
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
        // If another tab holds the stream, this tab cannot know which events came before it listened.
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

/** Refetches visible queries that failed temporarily, since the server can be reached again. */
function readFailed(client: QueryClient): void {
  void client.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.status === 'error' && isTemporary(state.error),
  });
}

/** Returns the state of the event stream. */
export function useLiveState(): LiveState {
  return useContext(LiveContext).state;
}

/**
 * Passes the events of the project to a listener. `kept` contains the keys of queries that only this listener keeps up
 * to date. If any of them was requested before the last message, the listener is first notified of a gap. When it is
 * removed, they become stale and are refetched when next shown. Both arguments must be stable between renders.
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
