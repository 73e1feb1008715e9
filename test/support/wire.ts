import type { components } from '@metarun/client';

/** The types of all that the server answers and takes, by their names in the OpenAPI document. */
export type Wire = components['schemas'];
