import { request as send } from '../guest/http/reporter-request.js';

type Options = Record<string, unknown>;

/** Replaces `guest/http/index.ts` on Node: `reporter.http.request`, which takes and returns Node's classes. */
export function makeHttp(): {
  request(method: unknown, url: unknown, options?: Options): Promise<Response>;
} {
  return {
    request: async (method, url, options = {}) => {
      const answer = await send(method, String(url), await withPlainBody(options));
      const { status, statusText } = answer;
      const headers = [...answer.headers].map(([name, value]): [string, string] => [name, value]);
      const body = hasBody(status) ? await answer.bytes() : null;
      const response = new Response(body, { status, statusText, headers });
      for (const name of ['url', 'redirected', 'type'] as const)
        Object.defineProperty(response, name, { value: answer[name] });
      return response;
    },
  };
}

/** Returns the options with the body as bytes and the headers as pairs, whatever their classes. */
async function withPlainBody(options: Options): Promise<Options> {
  const { body, headers, ...others } = options;
  if (body == null || typeof body === 'string' || ArrayBuffer.isView(body))
    return headers instanceof Headers ? { ...options, headers: [...headers] } : options;
  const whole = new Response(body as ConstructorParameters<typeof Response>[0]);
  const given = new Headers(headers as ConstructorParameters<typeof Headers>[0]);
  const type = whole.headers.get('content-type');
  if (type !== null && !given.has('content-type')) given.set('content-type', type);
  return { ...others, body: new Uint8Array(await whole.arrayBuffer()), headers: [...given] };
}

/** Returns whether a Response of this status may have a body. */
function hasBody(status: number): boolean {
  return ![101, 103, 204, 205, 304].includes(status);
}
