import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { hasText, buildLikePattern } from '../../platform/database/has-text.js';
import { SearchService } from '../../files/search/search.service.js';
import { WorkspacesService } from '../../files/files/workspaces/workspaces.service.js';
import { MetaTasksService } from '../meta-tasks/meta-tasks.service.js';
import { TasksService } from '../tasks/tasks.service.js';
import { MetarunError } from '../../base/kernel/errors.js';

export const FOUND_KINDS = ['task', 'meta_task', 'schedule', 'approval', 'file'] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

/** Maximum number of results of a kind; {@link MAX_FOUND} is the maximum of all kinds together. */
const EACH = 5;
export const MAX_FOUND = 20;
/** Number of latest tasks, and of pending approvals, that are searched. */
const LOOKED = 2_000;
/** Beginning or end of an id, or all of it: hexadecimal digits and hyphens. */
const PART_OF_ID = /^[0-9a-f][0-9a-f-]{3,35}$/i;
/** Length of an id. */
const WHOLE = 36;

/** A resource of a project that matches the query. `url` is relative to the base URL of the API. */
export interface Found {
  kind: FoundKind;
  id: string;
  title: string;
  hint: string;
  url: string;
}

/** Kinds of resources that the caller may see besides tasks and approvals. */
export interface Sees {
  files: boolean;
  management: boolean;
}

interface Named {
  id: string;
  title: string;
  hint: string;
}

/** Searches all kinds of resources for a query. The part for each kind reads a bounded number of rows. */
@Injectable()
export class Find {
  constructor(
    private readonly database: Database,
    @Inject(TasksService) private readonly tasks: Pick<TasksService, 'list'>,
    @Inject(MetaTasksService) private readonly metaTasks: Pick<MetaTasksService, 'list'>,
    @Inject(WorkspacesService) private readonly workspaces: Pick<WorkspacesService, 'resolve'>,
    @Inject(SearchService) private readonly searches: Pick<SearchService, 'search'>,
  ) {}

  async find(projectId: string, q: string, sees: Sees): Promise<Found[]> {
    const management = `/projects/${projectId}`;
    const external = `/external/v1/projects/${projectId}`;
    const parts = [
      withUrls('task', await this.findTasks(projectId, q), `${external}/tasks`),
      ...(sees.management
        ? [
            withUrls(
              'meta_task',
              await this.findMetaTasks(projectId, q),
              `${management}/task-types`,
            ),
            withUrls('schedule', await this.findSchedules(projectId, q), `${management}/schedules`),
          ]
        : []),
      withUrls('approval', await this.findApprovals(projectId, q), `${external}/approvals`),
      ...(sees.files ? [await this.findFiles(projectId, q, external)] : []),
    ];
    return parts.flat().slice(0, MAX_FOUND);
  }

  private async findTasks(projectId: string, q: string): Promise<Named[]> {
    const byId = PART_OF_ID.test(q) ? await this.tasksById(projectId, q.toLowerCase()) : [];
    const byName = await this.tasks.list(projectId, { namePrefix: q }, { limit: EACH, offset: 0 });
    const found = [...byId, ...byName.map(({ id }) => id)];
    const ids = [...new Set(found)].slice(0, EACH);
    if (ids.length === 0) return [];
    const tasks = await this.tasks.list(projectId, { ids }, { limit: EACH, offset: 0 });
    return tasks
      .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
      .map(({ id, name, metaTask, status }) => ({
        id,
        title: name,
        hint: `${metaTask}, ${status}`,
      }));
  }

  /**
   * Returns the ids of tasks by the beginning of the id, or by its end among the latest tasks, since lists show the
   * end.
   */
  private async tasksById(projectId: string, part: string): Promise<string[]> {
    const byBeginning = await this.database.query<{ id: string }>(
      `SELECT id FROM (SELECT id, project_id FROM tasks WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT ${LOOKED}) AS near
       WHERE project_id = ? LIMIT ${EACH}`,
      [part, `${part}g`, projectId],
    );
    if (byBeginning.length === EACH || part.length === WHOLE) return byBeginning.map(idOf);
    const byEnd = await this.database.query<{ id: string }>(
      `SELECT id FROM (SELECT id FROM tasks WHERE project_id = ?
         ORDER BY created_at DESC, id DESC LIMIT ${LOOKED}) AS latest
       WHERE id LIKE ? LIMIT ${EACH}`,
      [projectId, `%${part}`],
    );
    return [...byBeginning, ...byEnd].map(idOf);
  }

  private async findMetaTasks(projectId: string, q: string): Promise<Named[]> {
    const options = { archived: false, q, summary: true, limit: EACH, offset: 0 };
    const found = await this.metaTasks.list(projectId, options);
    return found.map(({ identifier, name, version }) => ({
      id: identifier,
      title: name,
      hint: `version ${version}`,
    }));
  }

  private async findSchedules(projectId: string, q: string): Promise<Named[]> {
    const rows = await this.database.query<{ id: string; name: string; task_type: string }>(
      `SELECT id, name, task_type FROM schedules WHERE project_id = ? AND ${hasText('name')}
       ORDER BY name LIMIT ${EACH}`,
      [projectId, buildLikePattern(q)],
    );
    return rows.map((row) => ({ id: row.id, title: row.name, hint: row.task_type }));
  }

  private async findApprovals(projectId: string, q: string): Promise<Named[]> {
    const rows = await this.database.query<{ id: string; prompt: string; status: string }>(
      `SELECT id, prompt, status FROM (SELECT id, prompt, status FROM approvals
         WHERE project_id = ? AND status = 'pending' ORDER BY id DESC LIMIT ${LOOKED}) AS pending
       WHERE ${hasText('prompt')} OR ${hasText('id')} ORDER BY id DESC LIMIT ${EACH}`,
      [projectId, buildLikePattern(q), buildLikePattern(q)],
    );
    return rows.map(({ id, prompt, status }) => ({ id, title: prompt, hint: status }));
  }

  /** Returns files of the default workspace; none if the query cannot be searched for. */
  private async findFiles(projectId: string, q: string, external: string): Promise<Found[]> {
    try {
      const workspace = await this.workspaces.resolve(projectId, undefined, '?ws');
      const { results } = await this.searches.search(workspace, q, { limit: EACH });
      return results.map(({ path, heading, line }) => ({
        kind: 'file',
        id: path,
        title: path,
        hint: [...heading, `line ${line}`].join(' › '),
        url: `${external}/files/content?${String(new URLSearchParams({ ws: workspace.id, path }))}`,
      }));
    } catch (error) {
      if (error instanceof MetarunError && error.kind === 'invalid') return [];
      throw error;
    }
  }
}

function idOf({ id }: { id: string }): string {
  return id;
}

function withUrls(kind: FoundKind, found: readonly Named[], path: string): Found[] {
  return found.map((one) => ({ kind, ...one, url: `${path}/${encodeURIComponent(one.id)}` }));
}
