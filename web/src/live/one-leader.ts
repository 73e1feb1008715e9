/** So often a visible tab asks whether the tab that leads still answers. It costs no request. */
const ASK_MS = 20_000;
/** A tab that has not answered by then is frozen, or hangs: another one takes its place. */
const PATIENCE_MS = 4_000;

type Word = 'anybody' | 'here';

/**
 * Returns the channel by which the tab that leads passes on what comes; null where each tab leads for itself, and would get
 * everything as often as there are tabs.
 */
export function channelOf(name: string): BroadcastChannel | null {
  return 'locks' in navigator ? new BroadcastChannel(name) : null;
}

/**
 * Lets one tab of the browser lead at a time, until `signal` ends it: the first one, and when that is closed or has crashed, the next.
 * One that is frozen keeps its lock, and a visible tab takes it away. `lead` is given what ends its turn, and resolves then. Without
 * locks, which only secure origins have, each tab leads while it is visible.
 */
export function leadInTurns(
  name: string,
  signal: AbortSignal,
  lead: (signal: AbortSignal) => Promise<void>,
): void {
  if (!('locks' in navigator)) return whileVisible(signal, lead);
  const channel = new BroadcastChannel(`${name}-lead`);
  const say = (word: Word): void => channel.postMessage(word);
  let turn: AbortController | null = null;
  /** Ends the place in the queue. */
  let queued = new AbortController();
  let patience: ReturnType<typeof setTimeout> | undefined;
  const begin = async (): Promise<void> => {
    clearTimeout(patience);
    const own = new AbortController();
    turn = own;
    await lead(AbortSignal.any([signal, own.signal]));
  };
  /** Leads when it is its turn, or `now`. */
  const ask = (now: boolean): void => {
    queued.abort();
    const place = new AbortController();
    queued = place;
    const options = now ? { steal: true } : { signal: AbortSignal.any([signal, place.signal]) };
    navigator.locks.request(name, options, begin).catch(() => {
      if (signal.aborted || place.signal.aborted) return;
      // Another tab took this one for frozen, which it may have been.
      turn?.abort();
      turn = null;
      ask(false);
    });
  };
  const check = (): void => {
    if (turn !== null || document.visibilityState === 'hidden') return;
    clearTimeout(patience);
    patience = setTimeout(() => ask(true), PATIENCE_MS);
    say('anybody');
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data === 'here') clearTimeout(patience);
    else if (turn !== null) say('here');
  });
  document.addEventListener('visibilitychange', check, { signal });
  const timer = setInterval(check, ASK_MS);
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    clearTimeout(patience);
    channel.close();
  });
  ask(false);
}

/** Leads while the tab is visible, until `signal` ends it. */
function whileVisible(signal: AbortSignal, lead: (signal: AbortSignal) => Promise<void>): void {
  let current: AbortController | null = null;
  const follow = (): void => {
    if (document.visibilityState === 'hidden') {
      current?.abort();
      current = null;
    } else if (current === null && !signal.aborted) {
      current = new AbortController();
      void lead(current.signal);
    }
  };
  document.addEventListener('visibilitychange', follow, { signal });
  signal.addEventListener('abort', () => current?.abort());
  follow();
}
