import type { DatabaseKind } from '../../../platform/database/migration.js';
import type { SandboxReport } from '../../../sandbox/runtime/sandbox/sandbox.js';
import type { Taken } from '../../../workflow/engine/queue/pool.js';
import type { PauseState } from '../pause.js';

/** Projects that are listed: those with the most unfinished tasks first, of the newest {@link MAX_LOOKED}. */
export const MAX_PROJECTS = 100;
export const MAX_LOOKED = 1_000;
/** Tasks that are counted of one status and project. */
export const MAX_COUNTED = 10_000;
/** Workers that are listed. */
export const MAX_WORKERS = 100;

/** The tasks of a project. */
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
  /** True if it is the one that answers. */
  self: boolean;
  alive: boolean;
  /** True while it stops. */
  draining: boolean;
  host: string;
  version: string;
  roles: string[];
  startedAt: number;
  slots: number;
  agentSlots: number;
  /** Tasks that it runs. */
  running: number;
  /** When it was there last, ms. */
  seenAt: number;
}

/** Something that an administrator should look at, and since when, ms. */
export interface Warning {
  at: number;
  text: string;
}

/** The installation as the server that answers knows it. Times in ms, sizes in bytes. */
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
