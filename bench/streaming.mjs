import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { clock, percentile } from './statistics.mjs';

/** Pause between two requests in ms, for a client that sends requests occasionally. */
const PAUSE_MS = 5;
/** Time within which all agents must stream, in ms. */
const BEGIN_MS = 120_000;

/**
 * Agents whose model writes `perSecond` pieces of text per second. Each agent has a reader of its events, and the
 * project has one as well.
 */
export class Streaming {
  #worker;

  constructor(size) {
    this.size = size;
    const { agents, deltas, perSecond } = size;
    const workerData = { agents, deltas, perSecond };
    this.#worker = new Worker(new URL('stream-world.mjs', import.meta.url), { workerData });
  }

  /** Returns the provider for the settings of a server. */
  async provider() {
    const [{ url }] = await once(this.#worker, 'message');
    const models = [{ name: 'm', model: 'm', context_tokens: 100_000, max_output_tokens: 10_000 }];
    const limits = { max_concurrency: this.size.agents };
    return { name: 'stream', kind: 'openai_compatible', base_url: url, models, ...limits };
  }

  /**
   * Runs tasks of the meta-task `identifier` and sends requests to the server meanwhile. `server` reports the usage of
   * its processes.
   */
  async measure(client, server, identifier) {
    const tasks = `${client.external}/tasks`;
    const body = { task_type_identifier: identifier, params: {} };
    const ids = [];
    for (let index = 0; index < this.size.agents; index += 1)
      ids.push((await client.call('POST', tasks, client.token, body)).id);
    const paths = [...ids.map((id) => `${tasks}/${id}/events`), `${client.external}/events`];
    const { url } = client.server;
    await this.#state({
      follow: paths.map((path) => ({ url: `${url}${path}`, token: client.token })),
    });
    const began = clock();
    while (!(await this.#state()).streams) {
      if (clock() - began > BEGIN_MS) throw new Error('not all agents are streaming');
      await delay(20);
    }
    const before = { cpu: server.cpu().server, at: clock() };
    const times = [];
    while ((await this.#state()).streams) {
      for (const path of [`${tasks}?limit=50`, `${tasks}/${ids[times.length % ids.length]}`]) {
        const asked = clock();
        await client.call('GET', path, client.token);
        times.push(clock() - asked);
        await delay(PAUSE_MS);
      }
    }
    const cpu = (server.cpu().server - before.cpu) / (clock() - before.at);
    for (const id of ids) await this.#ended(client, `${tasks}/${id}`);
    const { sent, ms, readers } = await this.#read(ids.length * this.size.deltas * 2);
    return {
      agents: ids.length,
      requests: times.length,
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      perSecond: (sent / ms / ids.length) * 1000,
      sent,
      read: readers.pieces,
      events: readers.events,
      cpu,
    };
  }

  stop() {
    return this.#worker.terminate();
  }

  async #ended(client, path) {
    for (;;) {
      const { status, error_message: error } = await client.call('GET', path, client.token);
      if (status === 'success') return;
      if (status === 'failed') throw new Error(`an agent failed: ${error}`);
      await delay(50);
    }
  }

  /** Waits until the readers have received all pieces: each those of its task, and one those of all tasks. */
  async #read(count) {
    const began = clock();
    for (;;) {
      const state = await this.#state();
      if (state.readers.pieces >= count || clock() - began > 10_000) return state;
      await delay(50);
    }
  }

  async #state(message = {}) {
    this.#worker.postMessage(message);
    const [state] = await once(this.#worker, 'message');
    return state;
  }
}
