import type { components } from '@metarun/client';

/** All types of the API, by their names in the OpenAPI document. */
export type Wire = components['schemas'];
