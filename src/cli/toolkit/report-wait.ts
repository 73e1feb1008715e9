import { whenLong } from '../../base/kernel/long-wait.js';
import { LiveView } from './live-view.js';
import { plainLine } from './plain-text.js';

/** Answers after which a request is sent again. */
const BUSY = new Set([429, 502, 503, 504]);

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
    const answer = fetch(request);
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
