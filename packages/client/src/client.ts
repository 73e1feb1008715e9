import { type Api, apiOf } from './api.js';
import { answerOf } from './answer.js';
import { Approvals } from './approvals.js';
import { call } from './call.js';
import { Files } from './files.js';
import { MetaTasks } from './meta-tasks.js';
import { Projects } from './projects.js';
import { Schedules } from './schedules.js';
import type { TaskEvent } from './task-event.js';
import { type EventsOptions, taskEvents } from './task-events.js';
import { Tasks } from './tasks.js';
import { type Fetch, Transport } from './transport.js';
import type { CallOptions, Me } from './types.js';
import { Workspaces } from './workspaces.js';

export interface ClientOptions {
  /** Base URL of the server, such as `http://127.0.0.1:8080`; with a path where a proxy serves it below one. */
  url: string;
  /** Access token (`mrt_…`) or API key (`mrk_…`). */
  token: string;
  /** Id or slug of a project; `default` where it is left out. */
  project?: string | undefined;
  /** Instead of the runtime's own. */
  fetch?: Fetch | undefined;
}

/**
 * A metarun server as one of its projects sees it. Requests that do no harm twice are sent again where no answer
 * comes, or 429, 502, 503 or 504: those that read, and the creation of tasks. No error holds the token.
 */
export class MetarunClient {
  readonly url: string;
  readonly project: string;
  /** Every operation by its path. It throws {@link ConnectionError}; what the server refuses is in `error`. */
  readonly api: Api;
  readonly tasks: Tasks;
  readonly metaTasks: MetaTasks;
  readonly files: Files;
  readonly approvals: Approvals;
  readonly workspaces: Workspaces;
  readonly schedules: Schedules;
  readonly projects: Projects;
  private readonly transport: Transport;

  /** Throws TypeError where the URL or the token cannot be one. */
  constructor({ url, token, project = 'default', fetch }: ClientOptions) {
    this.url = baseUrl(url);
    this.project = project;
    if (!/^[\x21-\x7e]+$/.test(token))
      throw new TypeError('The token is empty, or has characters that no token has.');
    const transport = new Transport(
      this.url,
      token,
      fetch ?? ((request) => globalThis.fetch(request)),
    );
    this.transport = transport;
    this.api = apiOf(transport);
    this.tasks = new Tasks(this.api, transport, project);
    this.metaTasks = new MetaTasks(this.api, project);
    this.files = new Files(this.api, project);
    this.approvals = new Approvals(this.api, project);
    this.workspaces = new Workspaces(this.api, project);
    this.schedules = new Schedules(this.api, project);
    this.projects = new Projects(this.api);
  }

  /**
   * What happens to all tasks of the project, from now on or after `after`; it ends by `signal` alone. Broken connections
   * are made again as in {@link Tasks.events}.
   */
  events(options: EventsOptions = {}): AsyncGenerator<TaskEvent, void, undefined> {
    const path = `/external/v1/projects/${encodeURIComponent(this.project)}/events`;
    return taskEvents(this.transport, path, options);
  }

  /** Returns the owner of the access token or API key, with the projects and scopes of it. */
  async me(options: CallOptions = {}): Promise<Me> {
    return answerOf(await this.api.GET('/auth/me', call(options)));
  }
}

function baseUrl(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new TypeError(`${text} is no URL of a server: it begins with http:// or https://`);
  const { origin, pathname, username, password } = new URL(text);
  if (username !== '' || password !== '')
    throw new TypeError('The URL must not hold credentials: they go into the token.');
  return origin + pathname.replace(/\/+$/, '');
}
