import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { findErrorCode } from '../../src/base/kernel/errors.js';

/**
 * A process that all test files of this worker share and that lives as long as the worker. The program gets the paths
 * of its socket and its log as arguments, and sends a message once it is listening.
 */
export class HostProcess {
  /** Path of the socket. It depends on the worker only, as the state of modules is lost after each test file. */
  private readonly socket: string;
  /** Path of the log, which remains after a crash. */
  private readonly log: string;
  private starting: Promise<void> | null = null;

  constructor(
    private readonly name: string,
    private readonly program: string,
    private readonly env: Record<string, string> = {},
  ) {
    this.socket = join(tmpdir(), `metarun-${name}-${process.pid}.sock`);
    this.log = `${this.socket}.log`;
  }

  async ask<Body>(question: object): Promise<Body> {
    try {
      return await this.send<Body>(question);
    } catch (error) {
      // The process has not been started, or the socket belongs to an earlier process with the same id.
      if (!['ENOENT', 'ECONNREFUSED'].includes(String(findErrorCode(error)))) throw error;
      this.starting ??= this.start().finally(() => (this.starting = null));
      await this.starting;
      return this.send<Body>(question);
    }
  }

  /** Returns what the process has written to standard error. */
  written(): Buffer {
    return readFileSync(this.log);
  }

  /** Starts the process without letting it keep this worker alive. */
  private async start(): Promise<void> {
    const { PATH = '', HOME = '/' } = process.env;
    const log = openSync(this.log, 'w');
    const host = fork(join(import.meta.dirname, this.program), [this.socket, this.log], {
      env: { PATH, HOME, ...this.env },
      execArgv: [],
      stdio: ['ignore', 'ignore', log, 'ipc'],
    });
    closeSync(log);
    const ended = once(host, 'exit').then(([code]) => {
      throw new Error(`the host of ${this.name}s ended with code ${String(code)}; see ${this.log}`);
    });
    await Promise.race([once(host, 'message'), ended]);
    ended.catch(() => undefined);
    host.unref();
    host.channel?.unref();
  }

  private send<Body>(question: object): Promise<Body> {
    return new Promise((resolve, reject) => {
      const asked = request({ socketPath: this.socket, method: 'POST', agent: false }, (answer) => {
        json(answer).then((body) => {
          if (answer.statusCode === 200) resolve(body as Body);
          else reject(new Error((body as { error: string }).error));
        }, reject);
      });
      asked.on('error', reject);
      asked.end(JSON.stringify(question));
    });
  }
}
