import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { findErrorCode } from '../../src/base/kernel/errors.js';

/**
 * A process that this worker's test files share, and which lives as long as the worker. The program is given its socket and
 * its log, and sends a message once it listens.
 */
export class HostProcess {
  /** Where this worker finds it: nothing of a file's modules outlives the file. */
  private readonly socket: string;
  /** The file of all that it writes, which stays behind where it has crashed. */
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
      // There is none yet, or one of an earlier process that had this id.
      if (!['ENOENT', 'ECONNREFUSED'].includes(String(findErrorCode(error)))) throw error;
      this.starting ??= this.start().finally(() => (this.starting = null));
      await this.starting;
      return this.send<Body>(question);
    }
  }

  /** Returns the bytes that it has written to standard error so far. */
  written(): Buffer {
    return readFileSync(this.log);
  }

  /** It does not keep this worker alive. */
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
