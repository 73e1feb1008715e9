import { COMMON_ERRORS, type ErrorTable } from '../../base/kernel/errors.js';
import { ALL_FEATURES } from './features.js';
import { merge } from './merge.js';

/** Every error that a client can receive, by its code. */
export const ERRORS: ErrorTable = merge('error code', [
  COMMON_ERRORS,
  ...ALL_FEATURES.map(({ errors = {} }) => errors),
]);
