import { answerOf } from './answer.js';
import type { Api } from './api.js';
import { call } from './call.js';
import { everyItem, pageOf } from './pages.js';
import type { Approval, ApprovalLink, CallOptions, Decision, Page, Query } from './types.js';

const APPROVALS = '/external/v1/projects/{project_id}/approvals';
const APPROVAL = `${APPROVALS}/{approval_id}` as const;

export type ApprovalsQuery = Query<typeof APPROVALS>;

/** Approvals: questions that tasks ask people. */
export class Approvals {
  constructor(
    private readonly api: Api,
    private readonly project: string,
  ) {}

  /** Returns a page of approvals, newest first. */
  async list(
    query: ApprovalsQuery = {},
    options: CallOptions = {},
  ): Promise<Page<Approval, ApprovalsQuery>> {
    const params = { path: { project_id: this.project }, query };
    return pageOf(await this.api.GET(APPROVALS, { params, ...call(options) }), query);
  }

  all(
    query: ApprovalsQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<Approval, void, undefined> {
    return everyItem((next) => this.list(next, options), query);
  }

  async get(id: string, options: CallOptions = {}): Promise<Approval> {
    const params = { path: { project_id: this.project, approval_id: id } };
    return answerOf(await this.api.GET(APPROVAL, { params, ...call(options) }));
  }

  /** Creates a link to a page where the person `name` can decide once. */
  async createLink(id: string, name: string, options: CallOptions = {}): Promise<ApprovalLink> {
    const params = { path: { project_id: this.project, approval_id: id } };
    return answerOf(
      await this.api.POST(`${APPROVAL}/links`, { params, body: { name }, ...call(options) }),
    );
  }

  /** Decides on an approval. With `hash`, only the content with this hash can be approved. */
  async decide(id: string, decision: Decision, options: CallOptions = {}): Promise<Approval> {
    const params = { path: { project_id: this.project, approval_id: id } };
    return answerOf(await this.api.POST(APPROVAL, { params, body: decision, ...call(options) }));
  }
}
