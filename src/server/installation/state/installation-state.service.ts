import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../base/tokens.js';
import type { BackgroundWork } from '../../../base/kernel/background-work.js';
import type { Config } from '../../../base/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { Sandbox } from '../../../sandbox/runtime/sandbox/sandbox.js';
import { Engine } from '../../../workflow/engine/engine.js';
import { PausableWork } from '../pausable-work.js';
import type { LiveServer } from './installation-load.js';
import { EndedTasks } from './ended-tasks.js';
import {
  type InstallationState,
  MAX_COUNTED,
  MAX_LOOKED,
  MAX_PROJECTS,
  type ProjectLoad,
} from './installation-state.js';
import { Servers } from './servers.js';
import { Warnings } from './warnings.service.js';

/** Number of projects counted together, a few ms of work. */
const AT_ONCE = 50;

/** Reports the state of the installation to its administrators. */
@Injectable()
export class InstallationStates implements BackgroundWork {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly engine: Engine,
    private readonly sandbox: Sandbox,
    private readonly work: PausableWork,
    private readonly servers: Servers,
    private readonly warnings: Warnings,
    private readonly ended: EndedTasks,
  ) {}

  start(): void {
    this.warnings.start();
  }

  async stop(): Promise<void> {
    await this.warnings.stop();
  }

  async state(): Promise<InstallationState> {
    const { kind } = this.database;
    const { concurrency, agentConcurrency } = this.config;
    const { facts } = this.servers.own;
    return {
      startedAt: facts.started_at,
      host: facts.name,
      database: { kind, bytes: await this.databaseBytes() },
      disk: await this.warnings.disk(),
      sandbox: this.sandbox.report,
      paused: this.work.state,
      slots: { used: this.engine.countRunning('script'), of: concurrency },
      agentSlots: { used: this.engine.countRunning('agent'), of: agentConcurrency },
      workers: await this.servers.all(),
      projects: await this.projects(),
      perMinute: {
        m1: this.ended.perMinute(1),
        m5: this.ended.perMinute(5),
        m15: this.ended.perMinute(15),
      },
      warnings: await this.warnings.all(),
    };
  }

  /** Returns the running servers, including this one. */
  liveServers(): Promise<LiveServer[]> {
    return this.servers.live();
  }

  private async databaseBytes(): Promise<number> {
    const size =
      this.database.kind === 'postgres'
        ? 'pg_database_size(current_database())'
        : '(SELECT page_count FROM pragma_page_count()) * (SELECT page_size FROM pragma_page_size())';
    const [row] = await this.database.query<{ bytes: number }>(`SELECT ${size} AS bytes`);
    return Number(row?.bytes ?? 0);
  }

  private async projects(): Promise<ProjectLoad[]> {
    const all = await this.database.query<{ id: string; slug: string; name: string }>(
      `SELECT id, slug, name FROM projects WHERE archived_at IS NULL ORDER BY id DESC LIMIT ${MAX_LOOKED}`,
    );
    const loads: ProjectLoad[] = [];
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const some = all.slice(from, from + AT_ONCE);
      const counted = await this.database.inTurn('', () => this.loads(some));
      loads.push(...counted);
    }
    const open = ({ pending, running, waiting }: ProjectLoad): number =>
      pending + running + waiting;
    return loads.toSorted((a, b) => open(b) - open(a)).slice(0, MAX_PROJECTS);
  }

  private async loads(
    projects: readonly { id: string; slug: string; name: string }[],
  ): Promise<ProjectLoad[]> {
    const count = (status: string): string =>
      `(SELECT COUNT(*) FROM (SELECT t.id FROM tasks t WHERE t.project_id = p.id AND t.status = '${status}'
         LIMIT ${MAX_COUNTED}) AS some_${status}) AS ${status}`;
    const rows = await this.database.query<ProjectLoad & { id: string }>(
      `SELECT p.id, ${count('pending')}, ${count('running')}, ${count('waiting')} FROM projects p
       WHERE p.id IN (${projects.map(() => '?').join(', ')})`,
      projects.map(({ id }) => id),
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return projects.map(({ id, slug, name }) => ({
      slug,
      name,
      pending: Number(found.get(id)?.pending ?? 0),
      running: Number(found.get(id)?.running ?? 0),
      waiting: Number(found.get(id)?.waiting ?? 0),
    }));
  }
}
