import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import type { Installation } from './types.js';

/** State of the installation, which only its administrators may read. */
export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }): Promise<Installation> => readBody(api.GET('/installation', { signal })),
});
