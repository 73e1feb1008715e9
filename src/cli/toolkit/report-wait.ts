import { whenLong } from '../../base/kernel/long-wait.js';
import { LiveView } from './live-view.js';
import { plainLine } from './plain-text.js';

/** Answers after which a request is sent again. */
const BUSY = new Set([429, 502, 503, 504]);

/** A server sends a heartbeat in a stream after half a minute without an event at the latest: one that is silent for longer is stuck, ms. */
const STREAM_SILENT_MS = 32_000;

/** The server that was the last to answer this command; null before that. */
let answered: string | null = null;

/** Returns the host of the server that was the last to answer this command; null where none has. */
export function lastToAnswer(): string | null {
  return answered;
}

/** Says on standard error what a command waits for, where that takes longer than two seconds. */
export function reportWait(what: string, work: Promise<unknown>): void {
  whenLong(work, () => LiveView.say(`waiting for ${plainLine(what)} …`));
}

/** Returns `work`, of which it says as {@link reportWait} does that it is waited for. */
export function reported<T>(what: string, work: Promise<T>): Promise<T> {
  reportWait(what, work);
  return work;
}

/** Returns a `fetch` that says that it waits for a server. Where a request asks to wait, the command shows what for. */
export function reportingFetch(): (request: Request) => Promise<Response> {
  let goOn = (): void => undefined;
  return (request) => {
    goOn();
    const { host, pathname } = new URL(request.url);
    const answer = fetch(request).then((response) => watched(response, host));
    if (pathname.endsWith('/wait')) return answer;
    reportWait(`an answer from ${host}`, answer);
    const again = (why: string): void => {
      const { promise, resolve } = Promise.withResolvers<void>();
      goOn = resolve;
      reportWait(`${host}, which ${why}`, promise);
    };
    answer.then(
      ({ status }) => {
        answered = host;
        if (BUSY.has(status)) again(`has answered ${status}`);
      },
      () => again('does not answer'),
    );
    return answer;
  };
}

/** Returns an answer that says of its stream of events when it waits for the server. */
function watched(response: Response, host: string): Response {
  const { body, status, statusText, headers } = response;
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (body === null || !isStream) return response;
  const reader = body.getReader();
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: async (to) => {
        const say = (): void => LiveView.say(`waiting for ${host}, which sends nothing …`);
        const timer = setTimeout(say, STREAM_SILENT_MS).unref();
        try {
          const { done, value } = await reader.read();
          if (done) to.close();
          else to.enqueue(value);
        } finally {
          clearTimeout(timer);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, { status, statusText, headers });
}
