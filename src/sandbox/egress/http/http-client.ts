import type { RunNetwork } from '../../runtime/run-network.js';
import { BodyBudget } from './body-budget.js';
import { type Exchange, exchange, type HttpReply } from './exchange.js';
import { httpError } from './http-error.js';
import type { HttpCall } from './http-request.js';
import { MAX_REDIRECTS, redirectedRequest } from './redirect.js';

export interface HttpAnswer extends HttpReply {
  /** Final URL, after redirects. */
  url: URL;
  redirected: boolean;
}

/** Sends the HTTP requests of one run. Every connection, also for a redirect, goes through the run's network. */
export class HttpClient {
  private readonly budget = new BodyBudget();
  private readonly running = new Map<number, AbortController>();

  /** `send` makes one exchange; it is replaced if requests must not reach the network. */
  constructor(
    private readonly network: RunNetwork,
    private readonly send: Exchange = exchange,
  ) {}

  /** Throws MetarunError. */
  async request(call: HttpCall): Promise<HttpAnswer> {
    const { id, timeoutMs } = call;
    const given = new AbortController();
    const timeout = timeoutMs === null ? null : AbortSignal.timeout(timeoutMs);
    if (id !== null) this.running.set(id, given);
    try {
      return await this.follow(
        call,
        timeout === null ? given.signal : AbortSignal.any([given.signal, timeout]),
      );
    } catch (error) {
      const { host } = call.request.url;
      if (given.signal.aborted) throw httpError(`The request to ${host} was given up.`);
      if (timeout?.aborted) throw httpError(`${host} did not answer within ${timeoutMs} ms.`);
      throw error;
    } finally {
      if (id !== null) this.running.delete(id);
    }
  }

  /** Aborts the pending request with that id, if any. */
  abort(id: number): void {
    this.running.get(id)?.abort();
  }

  private async follow(call: HttpCall, signal: AbortSignal): Promise<HttpAnswer> {
    const context = { network: this.network, budget: this.budget, signal };
    let { request } = call;
    for (let hops = 0; ; hops += 1) {
      const current = request;
      const next = (reply: Pick<HttpReply, 'status' | 'header'>) =>
        call.redirect === 'manual' ? null : redirectedRequest(current, reply);
      const reply = await this.send(current, context, (head) => next(head) === null);
      const redirected = next(reply);
      if (redirected === null) return { ...reply, url: current.url, redirected: hops > 0 };
      if (call.redirect === 'error')
        throw httpError(`${current.url.host} redirects, which the request says is an error.`);
      if (hops === MAX_REDIRECTS)
        throw httpError(`${current.url.host} redirects still after ${MAX_REDIRECTS} redirects.`);
      request = redirected;
    }
  }
}
