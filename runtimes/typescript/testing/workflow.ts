// `metarun/workflow` in test files that import parts of a script: the classes that are globals in a run.
export { NonRetryable, RetryAfter } from '../guest/retry-errors.js';
