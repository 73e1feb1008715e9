import type { Group, PortBehaviour } from '../behaviour.js';
import { APPROVALS } from './approvals.js';
import { CALLS } from './calls.js';
import { CHECKS } from './checks.js';
import { CHILDREN } from './children.js';
import { ERRORS } from './errors.js';
import { HTTP } from './http.js';
import { LOGS } from './logs.js';
import { MEMORY } from './memory.js';
import { MCP } from './mcp.js';
import { MODELS } from './models.js';
import { MISUSE } from './misuse.js';
import { PARAMS, TASK } from './params.js';
import { REFUSED_RESULTS } from './refused-results.js';
import { PHASES, PROGRESS } from './reports.js';
import { RESULTS } from './results.js';
import { RUNS } from './run.js';
import { STEPS } from './steps.js';
import { CANCELLATION, TIMEOUTS } from './stops.js';

/** All behaviours at the interface between the host and the runtimes, in the order of the table. */
export const PORT_GROUPS: readonly Group<PortBehaviour>[] = [
  CHECKS,
  PARAMS,
  TASK,
  RUNS,
  RESULTS,
  REFUSED_RESULTS,
  ERRORS,
  PHASES,
  PROGRESS,
  LOGS,
  CALLS,
  CHILDREN,
  STEPS,
  APPROVALS,
  HTTP,
  MODELS,
  MCP,
  MEMORY,
  MISUSE,
  TIMEOUTS,
  CANCELLATION,
];
