/** The module with the types and errors for scripts. */
export const WORKFLOW_MODULE = 'metarun/workflow';

/** The code of the module, whose classes are globals in a run. */
export const WORKFLOW_MODULE_CODE = 'export const { NonRetryable, RetryAfter } = globalThis;\n';
