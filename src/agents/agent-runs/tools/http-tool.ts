import { isUtf8 } from 'node:buffer';
import { invalidField } from '../../../base/kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';
import type { CapabilityContext } from '../../../sandbox/runtime/capabilities.js';
import { type AgentTool, objectSchema, formatJsonValue } from './tool.js';

const NAME = 'http.request';
/** HTTP methods that change nothing. */
const SAFE = ['GET', 'HEAD', 'OPTIONS'];
const MAX_TIMEOUT_SECONDS = 300;
const DEFAULT_TIMEOUT_SECONDS = 60;
const PLACEHOLDER = /\{\{secret:([A-Za-z0-9_]{1,100})\}\}/g;

/** Port: secrets that the host inserts into requests. */
export abstract class PlacedSecrets {
  /** Returns the value for a request to `url`. Throws `network_denied` unless the secret lists its host. */
  abstract read(context: CapabilityContext, name: string, url: string): Promise<string>;
}

/** Returns the tool `http.request`. The model sees no secrets: the host inserts them where a header names one. */
export function httpTool(secrets: PlacedSecrets): AgentTool {
  return {
    name: NAME,
    description:
      'Makes an HTTP request. Where a header needs a secret, write {{secret:NAME}}: it is put in for the hosts that the secret is for. Links in an answer are not followed by themselves.',
    inputSchema: objectSchema({
      url: { type: 'string' },
      'method?': { type: 'string', description: 'HTTP method. Default: GET.' },
      'headers?': { type: 'object', additionalProperties: { type: 'string' } },
      'body?': { type: 'string', description: 'Body, sent unchanged.' },
      'timeout_seconds?': { type: 'number', minimum: 1, maximum: MAX_TIMEOUT_SECONDS },
    }),
    checked: true,
    recorded: (input) => (SAFE.includes(readMethod(input)) ? 'again' : 'once'),
    origin: ({ url }) => `${NAME} ${typeof url === 'string' ? url : ''}`,
    run: async ({ input, stepId, context, call }) => {
      const url = formatJsonValue(input['url']);
      const method = readMethod(input);
      const given = Object.entries(
        isJsonObject(input['headers'] ?? null) ? (input['headers'] as JsonObject) : {},
      );
      const headers: [string, string][] = [];
      let placed = false;
      for (const [name, value] of given) {
        if (name.toLowerCase() === 'idempotency-key')
          throw invalidField(
            NAME,
            '"headers": Idempotency-Key is set by the service; leave it out',
          );
        const text = await withSecrets(formatJsonValue(value), (secret) =>
          secrets.read(context, secret, url),
        );
        placed ||= text !== value;
        headers.push([name, text]);
      }
      if (!SAFE.includes(method)) headers.push(['Idempotency-Key', stepId]);
      const body = input['body'];
      const answer = await call(NAME, {
        url,
        method,
        headers,
        body: typeof body === 'string' ? Buffer.from(body).toString('base64') : null,
        // A redirect must not pass the secret to another server.
        redirect: placed ? 'manual' : 'follow',
        timeout_ms: Math.ceil(Number(input['timeout_seconds'] ?? DEFAULT_TIMEOUT_SECONDS) * 1000),
      });
      return shown(answer);
    },
  };
}

function readMethod({ method }: JsonObject): string {
  return typeof method === 'string' ? method.toUpperCase() : 'GET';
}

async function withSecrets(text: string, read: (name: string) => Promise<string>): Promise<string> {
  const parts: string[] = [];
  let from = 0;
  for (const found of text.matchAll(PLACEHOLDER)) {
    parts.push(text.slice(from, found.index), await read(found[1] ?? ''));
    from = found.index + found[0].length;
  }
  return [...parts, text.slice(from)].join('');
}

/** Returns a response for the model, in which a binary body is replaced by its size. */
function shown(answer: Json): Json {
  if (!isJsonObject(answer)) return answer;
  const { url = null, status = null, headers, body } = answer;
  const bytes = Buffer.from(typeof body === 'string' ? body : '', 'base64');
  return {
    url,
    status,
    headers: Object.fromEntries(Array.isArray(headers) ? (headers as [string, string][]) : []),
    body: isUtf8(bytes) ? bytes.toString() : `[${bytes.length} bytes that are not text]`,
  };
}
