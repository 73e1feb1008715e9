import { answerOf } from './answer.js';
import type { Api } from './api.js';
import { call } from './call.js';
import { everyItem, pageOf } from './pages.js';
import type {
  CallOptions,
  ChangedMetaTask,
  ChangeMetaTask,
  CreateMetaTask,
  ListedMetaTask,
  ListedVersion,
  MetaTask,
  Page,
  Query,
} from './types.js';

/** The path as documented, with a trailing slash. */
const META_TASKS = '/projects/{project_id}/task-types/';
const META_TASK = '/projects/{project_id}/task-types/{task_type}';

export type MetaTasksQuery = Query<typeof META_TASKS>;
export type MetaTaskVersionsQuery = Query<`${typeof META_TASK}/versions`>;

/** Meta-tasks: versioned scripts and their settings. They require an access token; an API key is refused. */
export class MetaTasks {
  constructor(
    private readonly api: Api,
    private readonly project: string,
  ) {}

  /**
   * Returns a page of meta-tasks, newest first; large fields such as `script` are included only if `fields` is `all`.
   */
  async list(
    query: MetaTasksQuery = {},
    options: CallOptions = {},
  ): Promise<Page<ListedMetaTask, MetaTasksQuery>> {
    const params = { path: { project_id: this.project }, query };
    return pageOf(await this.api.GET(META_TASKS, { params, ...call(options) }), query);
  }

  all(
    query: MetaTasksQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<ListedMetaTask, void, undefined> {
    return everyItem((next) => this.list(next, options), query);
  }

  /** Returns the current version, or the given one. `metaTask`: identifier or id. */
  async get(
    metaTask: string,
    { version, ...options }: CallOptions & { version?: number | undefined } = {},
  ): Promise<MetaTask> {
    const path = { project_id: this.project, task_type: metaTask };
    if (version === undefined)
      return answerOf(await this.api.GET(META_TASK, { params: { path }, ...call(options) }));
    const params = { path: { ...path, version: String(version) } };
    const url = `${META_TASK}/versions/{version}` as const;
    return answerOf(await this.api.GET(url, { params, ...call(options) }));
  }

  async create(definition: CreateMetaTask, options: CallOptions = {}): Promise<MetaTask> {
    const params = { path: { project_id: this.project } };
    return answerOf(
      await this.api.POST(META_TASKS, { params, body: definition, ...call(options) }),
    );
  }

  /** Changes the given fields; null resets a field to its default. A change creates a new version. */
  async change(
    metaTask: string,
    definition: ChangeMetaTask,
    options: CallOptions = {},
  ): Promise<ChangedMetaTask> {
    const params = { path: { project_id: this.project, task_type: metaTask } };
    return answerOf(
      await this.api.PATCH(META_TASK, { params, body: definition, ...call(options) }),
    );
  }

  /** Returns a page of the versions, newest first; large fields are included only if `fields` is `all`. */
  async versions(
    metaTask: string,
    query: MetaTaskVersionsQuery = {},
    options: CallOptions = {},
  ): Promise<Page<ListedVersion, MetaTaskVersionsQuery>> {
    const params = { path: { project_id: this.project, task_type: metaTask }, query };
    const url = `${META_TASK}/versions` as const;
    return pageOf(await this.api.GET(url, { params, ...call(options) }), query);
  }

  /** Archives a meta-task: it accepts no new tasks and is omitted from lists. Existing tasks continue. */
  async archive(metaTask: string, options: CallOptions = {}): Promise<ChangedMetaTask> {
    const params = { path: { project_id: this.project, task_type: metaTask } };
    return answerOf(await this.api.POST(`${META_TASK}/archive`, { params, ...call(options) }));
  }

  async restore(metaTask: string, options: CallOptions = {}): Promise<ChangedMetaTask> {
    const params = { path: { project_id: this.project, task_type: metaTask } };
    return answerOf(await this.api.POST(`${META_TASK}/restore`, { params, ...call(options) }));
  }
}
