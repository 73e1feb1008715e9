/**
 * Interval at which a visible tab checks that the leading tab responds, in ms. The check sends no request to the
 * server.
 */
const ASK_MS = 20_000;
/**
 * Time in which the leading tab must respond, in ms. Otherwise it is frozen or hangs, and another tab takes its place.
 */
const PATIENCE_MS = 4_000;

type Word = 'anybody' | 'here';

/**
 * Returns the channel on which the leading tab forwards messages; null if each tab leads for itself, since every
 * message would then arrive once per tab.
 */
export function openChannel(name: string): BroadcastChannel | null {
  return 'locks' in navigator ? new BroadcastChannel(name) : null;
}

/**
 * Elects one leading tab per browser until `signal` is aborted. When the leading tab is closed or crashes, the next one
 * takes over. A frozen tab keeps its lock, so a visible tab steals it. `lead` resolves when its signal is aborted.
 * Without locks, which only secure origins have, every tab leads while it is visible.
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
  /** Aborts the pending request for the lock. */
  let queued = new AbortController();
  let patience: ReturnType<typeof setTimeout> | undefined;
  const begin = async (): Promise<void> => {
    clearTimeout(patience);
    const own = new AbortController();
    turn = own;
    await lead(AbortSignal.any([signal, own.signal]));
  };
  /** Requests the lock: waits for it, or steals it if `now` is true. */
  const ask = (now: boolean): void => {
    queued.abort();
    const place = new AbortController();
    queued = place;
    const options = now ? { steal: true } : { signal: AbortSignal.any([signal, place.signal]) };
    navigator.locks.request(name, options, begin).catch(() => {
      if (signal.aborted || place.signal.aborted) return;
      // Another tab considered this one frozen, perhaps rightly, and stole the lock.
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

/** Leads whenever the tab is visible, until `signal` is aborted. */
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
