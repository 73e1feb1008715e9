/**
 * What the globals of the web platform need from outside. Filled in when an isolate starts: the globals themselves are made
 * earlier, in the snapshot that all isolates share.
 */
export interface WebHost {
  /** Asks the supervisor, which answers with text. @see ../../web-answers.ts */
  ask(what: 'now' | 'random' | 'url' | 'source', a?: string, b?: string, c?: string): string;
  /** Asks the supervisor for work over bytes; `later` blocks this thread meanwhile. @see ./compute.ts */
  compute(request: readonly unknown[], later: boolean): string | Uint8Array;
  /** Makes a capability call. Rejects with a MetarunError, or with a TaskCancelled if the run is to stop. */
  call(method: string, args: object): Promise<unknown>;
  /** Returns a function that clears the timer. */
  setTimer(callback: () => void, ms: number): () => void;
  /** Fails the run with an error of a listener, as an exception in a timer does. */
  report(thrown: unknown): void;
}

export const host: WebHost = {
  ask: () => '',
  compute: () => '',
  call: async () => null,
  setTimer: () => () => undefined,
  report: () => undefined,
};
