import { whenLong } from '../../base/kernel/long-wait.js';
import { LiveView } from './live-view.js';
import { plainLine } from './plain-text.js';

/** Statuses of a server or proxy that is temporarily unavailable, after which a request is retried. */
export const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Time without data after which a stream counts as stuck, in ms. Servers send a heartbeat after half a minute without
 * events.
 */
const STREAM_SILENT_MS = 32_000;

/** Host of the server that last responded to this command. */
let answered: string | null = null;

/** Returns the host of the server that last responded to this command, or null. */
export function lastToAnswer(): string | null {
  return answered;
}

/** Reports on standard error what a command is waiting for, if this takes more than two seconds. */
export function reportWait(what: string, work: Promise<unknown>): void {
  whenLong(work, () => LiveView.say(`waiting for ${plainLine(what)} …`));
}

/** Returns `work` and reports the wait for it as {@link reportWait} does. */
export function reported<T>(what: string, work: Promise<T>): Promise<T> {
  reportWait(what, work);
  return work;
}

/**
 * Returns a `fetch` that reports waits for the server. Long-polling requests are left out, since their commands show
 * what they wait for.
 */
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

/** Returns a response that reports when its event stream stalls. */
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
