import { LiveView } from './live-view.js';
import { plainLine } from './plain-text.js';

/** A wait that lasts no longer is not reported (ms). */
const SILENT_MS = 2_000;
/** Answers after which a request is sent again. */
const BUSY = new Set([429, 502, 503, 504]);

/** Says on standard error what a command waits for, where that takes longer than two seconds. */
export function reportWait(what: string, work: Promise<unknown>): void {
  const timer = setTimeout(() => LiveView.say(`waiting for ${plainLine(what)} …`), SILENT_MS);
  // A command that has failed meanwhile ends at once.
  timer.unref();
  const end = (): void => clearTimeout(timer);
  work.then(end, end);
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
      ({ status }) => BUSY.has(status) && again(`has answered ${status}`),
      () => again('does not answer'),
    );
    return answer;
  };
}
