import type { DatabaseKind } from '../../../platform/database/migration.js';
import type { SandboxReport } from '../../../sandbox/runtime/sandbox/sandbox.js';
import type { Taken } from '../../../workflow/engine/queue/pool.js';
import type { PauseState } from '../pause.js';

/** Maximum number of projects listed: of the newest {@link MAX_LOOKED}, those with the most unfinished tasks first. */
export const MAX_PROJECTS = 100;
export const MAX_LOOKED = 1_000;
/** Maximum number of tasks counted per status and project. */
export const MAX_COUNTED = 10_000;
/** Maximum number of workers listed. */
export const MAX_WORKERS = 100;

/** Tasks of a project. */
export interface ProjectLoad {
  slug: string;
  name: string;
  pending: number;
  running: number;
  waiting: number;
}

/** A server of the installation. */
export interface Worker extends Taken {
  id: string;
  /** True for the server that answers. */
  self: boolean;
  alive: boolean;
  /** True while the server stops. */
  draining: boolean;
  host: string;
  version: string;
  roles: string[];
  startedAt: number;
  slots: number;
  agentSlots: number;
  /** Number of tasks it runs. */
  running: number;
  /** Time of its last heartbeat, in ms since the epoch. */
  seenAt: number;
}

/** A condition that an administrator should look at, with its start in ms since the epoch. */
export interface Warning {
  at: number;
  text: string;
}

/** State of the installation as known to the answering server. Times in ms since the epoch, sizes in bytes. */
export interface InstallationState {
  startedAt: number;
  host: string;
  database: { kind: DatabaseKind; bytes: number };
  disk: { freeBytes: number; totalBytes: number } | null;
  sandbox: SandboxReport;
  paused: PauseState | null;
  slots: { used: number; of: number };
  agentSlots: { used: number; of: number };
  workers: Worker[];
  projects: ProjectLoad[];
  perMinute: { m1: number; m5: number; m15: number };
  warnings: Warning[];
}
