import { toTarget } from '../../sandbox/egress/host.js';
import { STATUS_CODES } from 'node:http';
import { EgressGuard, type NetworkRules } from '../../sandbox/egress/egress-guard.js';
import type { Exchange, HttpReply } from '../../sandbox/egress/http/exchange.js';
import { toJson } from '../../sandbox/egress/http/http.capability.js';
import { HttpClient } from '../../sandbox/egress/http/http-client.js';
import { httpError } from '../../sandbox/egress/http/http-error.js';
import {
  type Header,
  type HttpRequest,
  parseHttpCall,
} from '../../sandbox/egress/http/http-request.js';
import type { Json } from '../../base/kernel/json.js';
import type { RunNetwork } from '../../sandbox/runtime/run-network.js';
import { parseJson } from './json-text.js';
import { includesJson, matchesStars, sameJson } from './matching.js';
import type { HttpStub, Mismatch, UnmatchedStubs } from './test-case.js';

/** A public address for all names, so that a test does not depend on this machine's resolver. */
const PUBLIC_ADDRESS = '1.1.1.1';
const HTTP_POINTER = '/stubs/http';
const NO_NETWORK: RunNetwork = {
  connect: () => Promise.reject(new Error('a stub connects to nothing')),
};

/** Answers the requests of one case's scripts by stubs, under the network policy of their meta-tasks. */
export class HttpStubs {
  private readonly clients = new Map<string, HttpClient>();
  private readonly answered: number[];
  private readonly guard = new EgressGuard({
    widest: 'open',
    ranges: [],
    lookup: () => Promise.resolve([PUBLIC_ADDRESS]),
  });
  /** Requests in order, such as `GET https://a.b/`. */
  readonly asked: string[] = [];
  private readonly unanswered = new Map<string, Mismatch>();

  /** `read`: returns the content of a file that a stub names, relative to the meta-task's folder. */
  constructor(
    private readonly stubs: readonly HttpStub[],
    private readonly read: (path: string) => Promise<Uint8Array>,
  ) {
    this.answered = stubs.map(() => 0);
  }

  /** Returns the answer to a task's `http.request`. Throws MetarunError, as the network would. */
  async request(taskId: string, rules: NetworkRules, args: Json): Promise<Json> {
    const call = parseHttpCall(args);
    return toJson(await this.getOrCreateClient(taskId, rules).request(call));
  }

  unmatched(): UnmatchedStubs {
    const unused = this.stubs.flatMap((stub, index): Mismatch[] => {
      const times = this.answered[index] ?? 0;
      if (stub.times === undefined ? times > 0 : times === stub.times) return [];
      const wanted = stub.times === undefined ? '' : `; it must be ${counted(stub.times)}`;
      return [
        {
          pointer: `${HTTP_POINTER}/${index}`,
          message: `${describeStub(stub)} was ${times === 0 ? 'never asked for' : `asked for ${counted(times)}`}${wanted}`,
        },
      ];
    });
    return { missing: [...this.unanswered.values()], unused };
  }

  private getOrCreateClient(taskId: string, rules: NetworkRules): HttpClient {
    const known = this.clients.get(taskId);
    if (known !== undefined) return known;
    const made = new HttpClient(NO_NETWORK, (request, { signal }, wanted) =>
      this.exchange(request, rules, signal, wanted),
    );
    this.clients.set(taskId, made);
    return made;
  }

  private async exchange(
    request: HttpRequest,
    rules: NetworkRules,
    signal: AbortSignal,
    wanted: Parameters<Exchange>[2],
  ): Promise<HttpReply> {
    await this.guard.check(rules, toTarget(request.url), signal);
    const stub = this.find(request);
    if (stub.error !== undefined) throw httpError(stub.error);
    const reply = toReplyHead(stub);
    return { ...reply, body: wanted(reply) ? await this.readBody(stub) : Buffer.alloc(0) };
  }

  private find(request: HttpRequest): HttpStub {
    const requested = `${request.method} ${request.url.href}`;
    this.asked.push(requested);
    const index = this.stubs.findIndex(
      (stub, at) =>
        answers(stub, request) &&
        (this.answered[at] ?? 0) < (stub.times ?? Number.POSITIVE_INFINITY),
    );
    const stub = this.stubs[index];
    if (stub !== undefined) {
      this.answered[index] = (this.answered[index] ?? 0) + 1;
      return stub;
    }
    this.unanswered.set(requested, {
      pointer: HTTP_POINTER,
      message: this.whyNot(requested, request),
    });
    throw httpError(`No stub of the test answers ${requested}.`);
  }

  private whyNot(requested: string, request: HttpRequest): string {
    const used = this.stubs.find((stub) => answers(stub, request));
    if (used !== undefined)
      return `the script asked for ${requested} more often than ${counted(used.times ?? 0)}`;
    const near = this.stubs.find((stub) => matchesStars(stub.url, request.url.href));
    const sent = request.body === null ? '' : ` with the body ${shortBody(request.body)}`;
    if (near !== undefined)
      return `the script asked for ${requested}${sent}; the stub of that URL wants another method or request`;
    const line = `- { method: ${request.method}, url: "${request.url.href}", status: 200, json: {} }`;
    return `the script asked for ${requested}${sent}, which no stub answers; say "http: live", or add to stubs.http:\n  ${line}`;
  }

  private async readBody({ text, json, base64, from }: HttpStub): Promise<Buffer> {
    if (from !== undefined) return Buffer.from(await this.read(from));
    if (base64 !== undefined) return Buffer.from(base64, 'base64');
    return Buffer.from(text ?? (json === undefined ? '' : JSON.stringify(json)));
  }
}

function answers({ method, url, request: wanted }: HttpStub, request: HttpRequest): boolean {
  if (method !== undefined && method.toUpperCase() !== request.method) return false;
  if (!matchesStars(url, request.url.href) && !matchesStars(`${url}/`, request.url.href))
    return false;
  if (wanted === undefined) return true;
  const body = request.body?.toString() ?? '';
  if (wanted.text !== undefined && wanted.text !== body) return false;
  const sent = parseJson(body);
  if (wanted.json !== undefined && (sent === undefined || !sameJson(sent, wanted.json)))
    return false;
  const some = wanted.json_includes;
  if (some !== undefined && (sent === undefined || !includesJson(sent, some))) return false;
  return Object.entries(wanted.headers ?? {}).every(([name, value]) =>
    request.headers.some(
      ([given, text]) => given.toLowerCase() === name.toLowerCase() && matchesStars(value, text),
    ),
  );
}

function toReplyHead(stub: HttpStub): Omit<HttpReply, 'body'> {
  const { status = 200 } = stub;
  const given = Object.entries(stub.headers ?? {});
  const typed = given.some(([name]) => name.toLowerCase() === 'content-type');
  const type: Header[] =
    typed || stub.json === undefined ? [] : [['content-type', 'application/json']];
  const headers = [...type, ...given];
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers,
    header: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
  };
}

function describeStub({ method, url }: HttpStub): string {
  return method === undefined ? url : `${method.toUpperCase()} ${url}`;
}

function counted(times: number): string {
  if (times === 0) return 'never';
  return times === 1 ? 'once' : `${times} times`;
}

function shortBody(body: Buffer): string {
  const text = body.toString();
  return text.length <= 200 ? text : `${text.slice(0, 200).toWellFormed()}…`;
}
