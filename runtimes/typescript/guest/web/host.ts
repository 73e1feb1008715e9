/**
 * The external functions that the globals of the web platform need. They are set when an isolate starts: the globals
 * themselves are created earlier, in the snapshot that all isolates share.
 */
export interface WebHost {
  /** Sends a request to the supervisor, which answers with text. @see ../../web-answers.ts */
  ask(what: 'now' | 'random' | 'url' | 'source', a?: string, b?: string, c?: string): string;
  /** Sends the supervisor a computation over bytes; `later` blocks this thread meanwhile. @see ./compute.ts */
  compute(request: readonly unknown[], later: boolean): string | Uint8Array;
  /** Makes a capability call. Rejects with a MetarunError, or with a TaskCancelled if the run has to stop. */
  call(method: string, args: object): Promise<unknown>;
  /** Sets a timer. Returns a function that clears it. */
  setTimer(callback: () => void, ms: number): () => void;
  /** Fails the run with an error of a listener, like an exception in a timer. */
  report(thrown: unknown): void;
}

export const host: WebHost = {
  ask: () => '',
  compute: () => '',
  call: async () => null,
  setTimer: () => () => undefined,
  report: () => undefined,
};
