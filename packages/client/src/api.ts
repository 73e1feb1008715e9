import createClient, { type Client } from 'openapi-fetch';
import { ConnectionError } from './errors.js';
import type { paths } from './openapi.js';
import type { Transport } from './transport.js';

/**
 * Media types of the responses that are read. A task's log as a file is text; an error is `application/problem+json`.
 */
type Json = 'application/json' | 'application/problem+json';

/** Every operation of the OpenAPI document by its path, typed: https://openapi-ts.dev/openapi-fetch/ */
export type Api = Client<paths, Json>;

export function createApi(transport: Transport): Api {
  const api = createClient<paths, Json>({
    baseUrl: transport.url,
    fetch: transport.fetch,
    redirect: 'manual',
  });
  api.use({
    onResponse({ response, options }) {
      const type = response.headers.get('Content-Type') ?? '';
      const json = options.parseAs === 'json' && response.ok && response.status !== 204;
      if (json && !type.includes('json'))
        throw new ConnectionError(
          transport.url,
          'not_metarun',
          `what answers there is no metarun server, but sends ${type || 'something without a type'}`,
        );
    },
  });
  return api;
}
