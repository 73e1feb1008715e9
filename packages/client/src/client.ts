import { type Api, createApi } from './api.js';
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
  /** Base URL of the server, such as `http://127.0.0.1:8080`; includes the path if a proxy adds one. */
  url: string;
  /** Access token (`mrt_…`) or API key (`mrk_…`). */
  token: string;
  /** Id or slug of a project. Default: `default`. */
  project?: string | undefined;
  /** Function that replaces the runtime's `fetch`. */
  fetch?: Fetch | undefined;
}

/**
 * A metarun server as seen by one of its projects. Reads and the creation of tasks are safe to repeat: they are sent
 * again if no response arrives, or on 429, 502, 503 or 504. No error contains the token.
 */
export class MetarunClient {
  readonly url: string;
  readonly project: string;
  /** All operations by path. They throw {@link ConnectionError}; a refusal by the server is returned as `error`. */
  readonly api: Api;
  readonly tasks: Tasks;
  readonly metaTasks: MetaTasks;
  readonly files: Files;
  readonly approvals: Approvals;
  readonly workspaces: Workspaces;
  readonly schedules: Schedules;
  readonly projects: Projects;
  private readonly transport: Transport;

  /** Throws TypeError if the URL or the token is malformed. */
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
    this.api = createApi(transport);
    this.tasks = new Tasks(this.api, transport, project);
    this.metaTasks = new MetaTasks(this.api, project);
    this.files = new Files(this.api, project);
    this.approvals = new Approvals(this.api, project);
    this.workspaces = new Workspaces(this.api, project);
    this.schedules = new Schedules(this.api, project);
    this.projects = new Projects(this.api);
  }

  /**
   * Yields the events of all tasks of the project, from now on or after `after`, until `signal` ends it. Broken
   * connections are restored as in {@link Tasks.events}.
   */
  events(options: EventsOptions = {}): AsyncGenerator<TaskEvent, void, undefined> {
    const path = `/external/v1/projects/${encodeURIComponent(this.project)}/events`;
    return taskEvents(this.transport, path, options);
  }

  /** Returns the owner of the access token or API key, with its projects and scopes. */
  async me(options: CallOptions = {}): Promise<Me> {
    return answerOf(await this.api.GET('/auth/me', call(options)));
  }
}

function baseUrl(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new TypeError(`${text} is not a URL of a server: it begins with http:// or https://`);
  const { origin, pathname, username, password } = new URL(text);
  if (username !== '' || password !== '')
    throw new TypeError('The URL must not hold credentials: they go into the token.');
  return origin + pathname.replace(/\/+$/, '');
}
