import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
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
}

const FRAME_MS = 16;
const NOTHING: readonly QueryKey[] = [];

const LiveContext = createContext<Live>({
  state: { is: 'connecting' },
  listen: () => () => undefined,
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
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>({ is: 'connecting' });
  const listeners = useRef(new Set<EventsListener>());
  const known = useRef(version);
  useEffect(() => {
    known.current = version;
  });
  useEffect(() => {
    let waiting: LiveEvent[] = [];
    const pass = (): void => {
      const events = waiting;
      waiting = [];
      for (const listener of listeners.current) listener.onEvents(events);
    };
    return followProject(projectId, {
      onEvents: (events) => {
        // No frame of animation, of which a hidden tab has none.
        if (waiting.length === 0) setTimeout(pass, FRAME_MS);
        waiting.push(...events);
      },
      onGap: () => {
        for (const listener of listeners.current) listener.onGap();
      },
      onClosed: () => void client.invalidateQueries({ queryKey: ['me'] }),
      onServer: (now) => {
        if (now !== known.current) void client.invalidateQueries({ queryKey: ['me'] });
      },
      onState: (now) => {
        setState(now);
        if (now.is === 'live') readFailed(client);
      },
    });
  }, [client, projectId, sessionId]);
  const listen = useCallback((listener: EventsListener) => {
    listeners.current.add(listener);
    return () => void listeners.current.delete(listener);
  }, []);
  const live = useMemo((): Live => ({ state, listen }), [state, listen]);
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
 * Passes the events of the project to the listener. `kept`: the keys of what nothing but the listener keeps current. Once it no longer
 * listens, what has one of them is read again where it is shown next. The keys must be the same object at each rendering.
 */
export function useEvents(listener: EventsListener, kept: readonly QueryKey[] = NOTHING): void {
  const client = useQueryClient();
  const { listen } = useContext(LiveContext);
  useEffect(() => {
    const leave = listen(listener);
    return () => {
      leave();
      for (const queryKey of kept) void client.invalidateQueries({ queryKey, refetchType: 'none' });
    };
  }, [client, kept, listen, listener]);
}
