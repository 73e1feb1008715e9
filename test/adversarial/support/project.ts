import { requireProblem } from '../../support/http.js';
import { withBody } from '../../support/inline-script.js';
import type { Answer, TestServer } from '../../support/server.js';
import type { LogLine } from '../../support/tasks.js';
import { beforeNextPoll } from '../../support/until.js';
import {
  type EndedTask,
  type Ending,
  GRACE_SECONDS,
  type HostileCase,
  MEMORY_MB,
  type Target,
  resolveTimeout,
} from './hostile-case.js';

/** Maximum time (ms) to wait for the end of a task. */
const NEVER_MS = 90_000;
const FINISHED = ['success', 'failed', 'cancelled'];

export interface Attempt {
  ending: Ending | 'none';
  /** Null if the script was refused or never ended. */
  afterDeadlineMs: number | null;
  task: EndedTask | null;
  log: string;
  /** Descriptions of wrong answers of the server. */
  violations: string[];
}

export class Project {
  /** Fields of its meta-tasks, in addition to those of all projects. */
  private fields: Record<string, unknown> = {};

  private constructor(
    private readonly server: TestServer,
    private readonly slug: string,
    private readonly target: Target,
  ) {}

  static async create(server: TestServer, slug: string, target: Target): Promise<Project> {
    const project = new Project(server, slug, target);
    need(201, await project.call('POST', '/projects', { name: slug, slug }));
    project.fields = (await target.prepareFields?.(server, slug)) ?? {};
    return project;
  }

  async define(identifier: string, script: string): Promise<void> {
    need(201, await this.post({ identifier, script }));
  }

  async run(identifier: string, params: object = {}): Promise<EndedTask> {
    return this.end(await this.start(identifier, params));
  }

  async start(identifier: string, params: object = {}): Promise<string> {
    const body = { task_type_identifier: identifier, params };
    return need(201, await this.call<EndedTask>('POST', `${this.external}/tasks`, body)).id;
  }

  /** Waits until the script has set a phase. Any phase will do, as the next one may follow at once. */
  async phase(id: string): Promise<void> {
    await this.when(id, (task) => task.current_phase !== null || FINISHED.includes(task.status));
  }

  /** Returns the task once it has ended, or its current state after {@link NEVER_MS}. */
  end(id: string): Promise<EndedTask> {
    return this.when(id, (task) => FINISHED.includes(task.status));
  }

  async write(path: string): Promise<void> {
    await this.call('PUT', `${this.external}/files/content`, { path, content: '' });
  }

  /** Submits a hostile script and waits for its end. */
  async attempt(hostile: HostileCase): Promise<Attempt> {
    const script = hostile.script ?? withBody(this.target.language, hostile.body ?? '');
    const made = await this.post({
      script,
      memory_mb: MEMORY_MB,
      ...hostile.metaTask,
      timeout_seconds: resolveTimeout(hostile),
    });
    if (made.status !== 201) return refused(made);
    const id = await this.start(made.body.identifier, hostile.params);
    if (hostile.cancelled) {
      await this.phase(id);
      need(200, await this.call('POST', `${this.external}/tasks/${id}/cancel`));
    }
    const task = await this.end(id);
    if (!FINISHED.includes(task.status))
      return { ending: 'none', afterDeadlineMs: null, task, log: '', violations: [] };
    const log = await this.call<LogLine[]>('GET', `${this.external}/tasks/${id}/logs?limit=1000`);
    return {
      ending: toEnding(task),
      afterDeadlineMs: Date.parse(task.finished_at ?? '') - computeDeadline(task, hostile),
      task,
      log: log.body.map(({ text }) => text).join('\n'),
      violations: log.status === 200 ? [] : [`its log cannot be read: ${log.text.slice(0, 500)}`],
    };
  }

  private post(body: object): Promise<Answer<{ identifier: string }>> {
    const path = `/projects/${this.slug}/task-types/`;
    const { language, fields } = this.target;
    return this.call('POST', path, {
      name: 'Task',
      script_language: language,
      ...fields,
      ...this.fields,
      ...body,
    });
  }

  private async when(id: string, holds: (task: EndedTask) => boolean): Promise<EndedTask> {
    const start = Date.now();
    for (;;) {
      const answer = await this.call<EndedTask>('GET', `${this.external}/tasks/${id}`);
      const task = need(200, answer);
      if (holds(task) || Date.now() - start > NEVER_MS) return task;
      await beforeNextPoll(start);
    }
  }

  private get external(): string {
    return `/external/v1/projects/${this.slug}`;
  }

  private call<Body>(method: string, path: string, body?: object): Promise<Answer<Body>> {
    return this.server.call(method, path, { token: this.server.adminToken, body });
  }
}

function need<Body>(status: number, answer: Answer<Body>): Body {
  if (answer.status === status) return answer.body;
  throw new Error(`${answer.status} instead of ${status}: ${answer.text.slice(0, 1_000)}`);
}

/** Returns the outcome of a refused script; the answer must be a complete problem document. */
function refused(answer: Answer): Attempt {
  const nothing = { ending: 'refused', afterDeadlineMs: null, task: null, log: '' } as const;
  try {
    requireProblem(answer);
    return { ...nothing, violations: [] };
  } catch (error) {
    return { ...nothing, violations: [String(error)] };
  }
}

function toEnding(task: EndedTask): Ending {
  const { status, error_code: code } = task;
  if (status !== 'failed') return status as Ending;
  return code === 'script_crashed' ? 'script_error' : (code as Ending);
}

function computeDeadline(task: EndedTask, hostile: HostileCase): number {
  const timeout = Date.parse(task.started_at ?? '') + resolveTimeout(hostile) * 1000;
  const { cancel_requested_at: cancelled } = task;
  return cancelled === null
    ? timeout
    : Math.min(timeout, Date.parse(cancelled) + GRACE_SECONDS * 1000);
}
