import { MetarunError } from '../../../base/kernel/errors.js';
import type { Json, JsonObject } from '../../../base/kernel/json.js';
import type { Capabilities, CapabilityContext } from '../../runtime/capabilities.js';
import { CapabilityArgs } from '../../runtime/capability-args.js';
import type { RunNetwork } from '../../runtime/run-network.js';
import { type HttpAnswer, HttpClient } from './http-client.js';
import { METHOD, parseHttpCall } from './http-request.js';

/** The capabilities `http.request` and `http.abort`: HTTP for scripts, under the network policy of their meta-task. */
export class HttpCapability {
  /** One client for each run that has made a request. */
  private readonly clients = new WeakMap<RunNetwork, HttpClient>();

  register(capabilities: Capabilities): void {
    capabilities.register(
      METHOD,
      async (context, json) => {
        const call = parseHttpCall(json);
        return toJson(await this.getOrCreateClient(context).request(call));
      },
      { waits: true },
    );
    capabilities.register('http.abort', async (context, json) => {
      const args = new CapabilityArgs('http.abort', json, ['id']);
      const id = args.optionalWhole('id', 0, Number.MAX_SAFE_INTEGER);
      if (id !== null) this.getOrCreateClient(context).abort(id);
      return null;
    });
  }

  private getOrCreateClient({ network }: CapabilityContext): HttpClient {
    if (network === null)
      throw new MetarunError(
        'network_denied',
        'The meta-task\'s network is "none": set it to "restricted" with allowed_hosts, or to "open".',
      );
    const known = this.clients.get(network);
    if (known !== undefined) return known;
    const made = new HttpClient(network);
    this.clients.set(network, made);
    return made;
  }
}

/** Converts a response to the JSON that the script receives. */
export function toJson(answer: HttpAnswer): JsonObject {
  const url = new URL(answer.url);
  url.hash = '';
  return {
    url: url.href,
    status: answer.status,
    status_text: answer.statusText,
    headers: answer.headers.map(([name, value]): Json => [name, value]),
    body: answer.body.toString('base64'),
    redirected: answer.redirected,
  };
}
