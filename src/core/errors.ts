import type { Feature } from '../database/feature.js';
import { COMMON_ERRORS, type ErrorTable } from '../kernel/errors.js';
import { FEATURES } from './features.js';
import { merge } from './merge.js';

const ALL: readonly Feature[] = FEATURES;

/** Every error that a client can meet, by its code. */
export const ERRORS: ErrorTable = merge('error code', [
  COMMON_ERRORS,
  ...ALL.map(({ errors = {} }) => errors),
]);
