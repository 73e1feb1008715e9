import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.js';
import type { Installation } from './types.js';

/** The state of the installation. Only its administrators read it. */
export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }): Promise<Installation> => bodyOf(api.GET('/installation', { signal })),
});
