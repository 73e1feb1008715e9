/**
 * The parts of the checker that tools on the author's machine load from the built file.
 * @see src/sandbox/bundling/guest-library.ts
 */
import { WORKFLOW_MODULE, WORKFLOW_MODULE_CODE } from './workflow-module.js';

export { builtInCode } from './built-in.js';
export { isPackage } from './image-packages.js';
export { bundleHeader } from './bundle-header.js';
export { compile, wrongDecorators } from './compile.js';
export { inferParamsSchema } from './params/infer.js';
export { parse } from './params/parse.js';
export const workflowModule = { name: WORKFLOW_MODULE, code: WORKFLOW_MODULE_CODE };
