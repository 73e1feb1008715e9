import { answerOf } from './answer.js';
import type { Api } from './api.js';
import { call } from './call.js';
import type { CallOptions, CreateWorkspace, Workspace } from './types.js';

const WORKSPACES = '/projects/{project_id}/workspaces';

/** Workspaces, which contain files. They require an access token; an API key is refused. */
export class Workspaces {
  constructor(
    private readonly api: Api,
    private readonly project: string,
  ) {}

  async list(options: CallOptions = {}): Promise<Workspace[]> {
    const params = { path: { project_id: this.project } };
    return answerOf(await this.api.GET(WORKSPACES, { params, ...call(options) }));
  }

  async create(workspace: CreateWorkspace, options: CallOptions = {}): Promise<Workspace> {
    const params = { path: { project_id: this.project } };
    return answerOf(await this.api.POST(WORKSPACES, { params, body: workspace, ...call(options) }));
  }
}
