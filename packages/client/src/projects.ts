import { answerOf } from './answer.js';
import type { Api } from './api.js';
import { call } from './call.js';
import { everyItem, pageOf } from './pages.js';
import type { CallOptions, CreateProject, Page, Project, Query } from './types.js';

const PROJECTS = '/projects';

export type ProjectsQuery = Query<typeof PROJECTS>;

/** Projects, which own all other resources. They require an access token; an API key is refused. */
export class Projects {
  constructor(private readonly api: Api) {}

  /** Returns a page of the projects that the token may see. */
  async list(
    query: ProjectsQuery = {},
    options: CallOptions = {},
  ): Promise<Page<Project, ProjectsQuery>> {
    const params = { query };
    return pageOf(await this.api.GET(PROJECTS, { params, ...call(options) }), query);
  }

  all(
    query: ProjectsQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<Project, void, undefined> {
    return everyItem((next) => this.list(next, options), query);
  }

  /** Returns a project by id or slug. */
  async get(project: string, options: CallOptions = {}): Promise<Project> {
    const params = { path: { project_id: project } };
    return answerOf(await this.api.GET('/projects/{project_id}', { params, ...call(options) }));
  }

  async create(project: CreateProject, options: CallOptions = {}): Promise<Project> {
    return answerOf(await this.api.POST(PROJECTS, { body: project, ...call(options) }));
  }
}
