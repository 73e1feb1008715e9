import { Agent, get, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { clock } from './statistics.mjs';

/**
 * Time after which a task without an end event counts as lost, in ms. It only prevents a hang, since a busy machine may
 * be slow.
 */
const LOST_MS = 120_000;

/** Client of a server for benchmarks: creates tasks and receives their ends from the event stream of the project. */
export class Client {
  #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  #waiting = new Map();
  #ended = new Map();
  #claimed = new Map();
  /** Number of tasks that have ended since the stream was opened. */
  ended = 0;
  #stream = null;

  /** Only the project "default" has an API key from the start; in others, the token of the administrator is used. */
  constructor(server, project = 'default') {
    this.server = server;
    this.project = project;
    this.external = `/external/v1/projects/${project}`;
    this.token = project === 'default' ? server.apiKey : server.adminToken;
  }

  /** Opens the event stream. Resolves once it is connected. */
  open() {
    const headers = { Authorization: `Bearer ${this.token}` };
    return new Promise((resolve, reject) => {
      const url = `${this.server.url}${this.external}/events?types=status`;
      this.#stream = get(url, { headers }, (response) => {
        if (response.statusCode !== 200)
          return reject(new Error(`event stream: HTTP ${response.statusCode}`));
        let text = '';
        response.setEncoding('utf8');
        response.on('error', () => undefined);
        response.on('data', (chunk) => {
          const at = clock();
          text += chunk;
          const blocks = text.split('\n\n');
          text = blocks.pop();
          for (const block of blocks) this.#onEvent(block, at);
          resolve();
        });
      });
      this.#stream.on('error', reject);
    });
  }

  close() {
    this.#stream?.destroy();
    this.#agent.destroy();
  }

  #onEvent(block, at) {
    const data = block.slice(block.indexOf('data: ') + 6);
    if (!/"status":"(running|success|failed|cancelled)"/.test(data)) return;
    const { task_id: id, status, error_message: message } = JSON.parse(data);
    if (status === 'running') {
      this.#claimed.set(id, at);
      return;
    }
    this.ended += 1;
    const end = { at, wallClock: Date.now(), status, message };
    const waiter = this.#waiting.get(id);
    if (waiter) waiter(end);
    else this.#ended.set(id, end);
  }

  /** Creates a task and awaits its success. Returns `accepted`, `claimed` and `total` in ms since the request. */
  async runTask(identifier) {
    const began = clock();
    const body = { task_type_identifier: identifier, params: {} };
    const { id } = await this.call('POST', `${this.external}/tasks`, this.token, body);
    const accepted = clock();
    const end = await this.awaitEnd(id);
    if (end.status !== 'success') throw new Error(`a task ended as ${end.status}: ${end.message}`);
    const claimed = this.#claimed.get(id);
    this.#claimed.delete(id);
    return {
      accepted: accepted - began,
      claimed: claimed - began,
      total: end.at - began,
      began,
      at: end.at,
    };
  }

  /** Cancels a task once it has reached `phase`. Returns the time from the request to the end event, in ms. */
  async cancelTask(identifier, phase) {
    const body = { task_type_identifier: identifier, params: {} };
    const { id } = await this.call('POST', `${this.external}/tasks`, this.token, body);
    const path = `${this.external}/tasks/${id}`;
    while ((await this.call('GET', path, this.token)).current_phase !== phase) await delay(10);
    const began = clock();
    await this.call('POST', `${path}/cancel`, this.token);
    const end = await this.awaitEnd(id);
    if (end.status !== 'cancelled') throw new Error(`a cancelled task ended as ${end.status}`);
    return end.at - began;
  }

  /** Resolves to the end of a task, with the time at which its event arrived. */
  awaitEnd(id) {
    const known = this.#ended.get(id);
    if (known) {
      this.#ended.delete(id);
      return known;
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => void this.#lost(id).then(reject, reject), LOST_MS);
      this.#waiting.set(id, (end) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(end);
      });
    });
  }

  /**
   * Returns the error of a task without an end event, with its state on the server. If the task has ended there, its
   * event was lost.
   */
  async #lost(id) {
    const { status, current_phase: phase } = await this.call(
      'GET',
      `${this.external}/tasks/${id}`,
      this.token,
    );
    const stream = this.#stream?.destroyed === false ? 'open' : 'closed';
    return new Error(
      `no end event of task ${id} arrived; its status is ${status} (phase ${phase}), and the event stream is ${stream}`,
    );
  }

  /** Creates a meta-task, with additional fields in `more`. Returns its identifier. */
  async createMetaTask(language, script, more = {}) {
    const body = { name: `bench ${language}`, script, script_language: language, ...more };
    const path = `/projects/${this.project}/task-types/`;
    const { identifier } = await this.call('POST', path, this.server.adminToken, body);
    return identifier;
  }

  /** Returns the newest tasks of a meta-task, at most 200. */
  tasks(identifier, limit) {
    const path = `${this.external}/tasks?task_type=${identifier}&limit=${Math.min(200, limit)}`;
    return this.call('GET', path, this.token);
  }

  /** Returns the JSON of a 2xx response, or its text if it is not JSON. Rejects any other response. */
  call(method, path, token, body) {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(text === '' ? {} : { 'Content-Type': 'application/json' }),
      'Content-Length': Buffer.byteLength(text),
    };
    return new Promise((resolve, reject) => {
      const options = { method, headers, agent: this.#agent };
      const sent = request(`${this.server.url}${path}`, options, (response) => {
        let answer = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => (answer += chunk));
        response.on('end', () => {
          const json = /json/.test(response.headers['content-type'] ?? '');
          if (response.statusCode >= 200 && response.statusCode < 300)
            resolve(json ? JSON.parse(answer) : answer);
          else reject(new Error(`${method} ${path}: HTTP ${response.statusCode} ${answer}`));
        });
      });
      sent.on('error', reject);
      sent.end(text);
    });
  }
}
