import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { withBody } from '../../support/inline-script.js';
import type { Language } from '../../support/scripts.js';
import { type Answer, call, type CallOptions, type TestServer } from '../../support/server.js';
import type { TaskDetail } from '../../support/tasks.js';
import { Tally, describeAnswer } from './tally.js';

/** Pause after a refusal in ms, so that the attacker's client does not become the bottleneck. */
const REFUSED_MS = 20;
/** Maximum time spent on cancelling tasks, in ms. */
const CLEAR_MS = 10_000;
const POLL_MS = 50;
/** Number of tasks that are read at the end. */
const SAMPLE = 10;
/** Maximum number of tasks in a list. */
const PAGE = 200;

/** A script of {@link Attacker.define}. */
export interface Script {
  language: Language;
  /** Body of `run(params, reporter)`; alternatively, `script` is the whole code. */
  body?: string;
  script?: string;
  /** Fields of the meta-task. */
  metaTask?: Record<string, unknown>;
}

/** A hostile project with its credentials: an API key, and tokens of two roles. */
export class Attacker {
  readonly tally = new Tally();
  private readonly closers: (() => unknown)[] = [];
  private readonly over = new AbortController();
  private readonly counted = new Set<string>();
  private count = 0;

  private constructor(
    private readonly server: TestServer,
    readonly slug: string,
    /** Duration of the attack in seconds. */
    readonly seconds: number,
    readonly key: string,
    readonly author: string,
    readonly viewer: string,
  ) {}

  static async create(server: TestServer, slug: string, seconds: number): Promise<Attacker> {
    const made = async (path: string, body: object): Promise<Record<string, string>> => {
      const answer = await server.call<Record<string, string>>('POST', path, { body });
      if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
      return answer.body;
    };
    await made('/projects', { name: slug, slug });
    const { key = '' } = await made(`/projects/${slug}/api-keys`, { name: 'attack' });
    const token = async (role: string): Promise<string> => {
      const { user_id } = await made(`/projects/${slug}/members`, { name: role, role });
      return (await made('/auth/tokens', { name: role, role, user_id }))['token'] ?? '';
    };
    return new Attacker(server, slug, seconds, key, await token('author'), await token('viewer'));
  }

  /** Signal that is aborted at the end of the attack. */
  get signal(): AbortSignal {
    return this.over.signal;
  }

  get going(): boolean {
    return !this.over.signal.aborted;
  }

  get url(): string {
    return this.server.url;
  }

  /** Returns a new number at each call. */
  next(): number {
    return (this.count += 1);
  }

  /** Sends a request, with the API key below /external and as the author elsewhere, and counts the answer. */
  async ask<Body = Record<string, unknown>>(
    method: string,
    path: string,
    options: CallOptions = {},
  ): Promise<Answer<Body>> {
    const token = path.startsWith('/external/') ? this.key : this.author;
    const answer = await call<Body>(this.server.url, method, path, {
      token,
      ...options,
      signal: this.signal,
    });
    this.tally.add(describeAnswer(answer));
    if (answer.status >= 400) await this.pause(REFUSED_MS);
    return answer;
  }

  /** Sends a request as the administrator to prepare an attack. Throws if it is refused. */
  async prepare<Body = Record<string, string>>(
    method: string,
    path: string,
    body?: object,
  ): Promise<Body> {
    const answer = await this.server.call<Body>(method, path, {
      token: this.server.adminToken,
      ...(body && { body }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text.slice(0, 500)}`);
    return answer.body;
  }

  /** Creates a meta-task and returns its identifier; null if it is refused. */
  async define({ language, body = '', script, metaTask }: Script): Promise<string | null> {
    const answer = await this.ask<{ identifier: string }>('POST', `${this.project}/task-types/`, {
      body: {
        name: `attack ${this.next()}`,
        script: script ?? withBody(language, body),
        script_language: language,
        timeout_seconds: Math.max(1, Math.floor(this.seconds - 1)),
        ...metaTask,
      },
    });
    return answer.status === 201 ? answer.body.identifier : null;
  }

  /** Creates a task and returns its id; null if it is refused. */
  async start(identifier: string, params: object = {}): Promise<string | null> {
    const body = { task_type_identifier: identifier, params };
    const answer = await this.ask<{ id: string }>('POST', `${this.external}/tasks`, { body });
    return answer.status === 201 ? answer.body.id : null;
  }

  /** Creates a task, waits for its end and counts the outcome. */
  async run(identifier: string, params: object = {}): Promise<void> {
    const id = await this.start(identifier, params);
    if (id !== null) await this.wait(id);
  }

  async wait(id: string): Promise<void> {
    const path = `${this.external}/tasks/${id}/wait?timeout=300`;
    const { body } = await this.ask<TaskDetail>('POST', path);
    this.countEnd(body);
  }

  /** Opens a raw connection, and counts it if the server closes it before the end of the attack. */
  socket(): Socket {
    const { hostname, port } = new URL(this.server.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.once('close', () => this.going && this.tally.add('closed by the server'));
    this.after(() => socket.destroy());
    return socket;
  }

  /** Registers a function to call at the end of the attack. */
  after(close: () => unknown): void {
    this.closers.push(close);
  }

  /** Waits for a duration, but at most until the end of the attack. */
  async pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.signal }).catch(() => undefined);
  }

  end(): void {
    this.over.abort();
    for (const close of this.closers.splice(0)) close();
  }

  /** Counts the outcomes of some tasks that the attack did not wait for. */
  async account(): Promise<void> {
    const token = this.server.adminToken;
    const path = `${this.external}/tasks`;
    const { body } = await this.server.call<TaskDetail[]>('GET', `${path}?limit=${SAMPLE}`, {
      token,
    });
    for (const { id } of body.filter(
      (task) => task.finished_at !== null && !this.counted.has(task.id),
    ))
      this.countEnd((await this.server.call<TaskDetail>('GET', `${path}/${id}`, { token })).body);
  }

  /** Cancels the remaining tasks. Returns false if there are too many to cancel in some seconds. */
  async clear(): Promise<boolean> {
    const token = this.server.adminToken;
    const until = Date.now() + CLEAR_MS;
    const cancelled = new Set<string>();
    for (const status of ['pending', 'waiting', 'running'])
      for (;;) {
        const path = `${this.external}/tasks?status=${status}&limit=${PAGE}`;
        const { body } = await this.server.call<{ id: string }[]>('GET', path, { token });
        const fresh = body.filter(({ id }) => !cancelled.has(id));
        if (fresh.length > 0) this.tally.add(`still ${status}`, fresh.length);
        if (body.length === 0) break;
        if (body.length === PAGE || Date.now() > until) return false;
        await Promise.all(
          fresh.map(async ({ id }) => {
            await this.server.call('POST', `${this.external}/tasks/${id}/cancel`, { token });
            cancelled.add(id);
          }),
        );
        await delay(POLL_MS);
      }
    return true;
  }

  private countEnd(task: TaskDetail): void {
    this.counted.add(task.id);
    this.tally.add(`ended ${task.error_code ?? task.status}`);
  }

  get project(): string {
    return `/projects/${this.slug}`;
  }

  get external(): string {
    return `/external/v1/projects/${this.slug}`;
  }
}
