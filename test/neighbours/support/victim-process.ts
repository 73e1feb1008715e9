import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type IdleServer, startIdleServer } from '../../support/idle-server.js';
import type { TestServer } from '../../support/server.js';
import type { Sample } from './samples.js';
import type { VictimTask } from './victim.js';

const PROGRAM = join(import.meta.dirname, 'victim.ts');
const PROJECT = 'default';
const EVERY_MS = 250;

/** The process that runs {@link ./victim.ts}, controlled by its parent. Its project is "default". */
export class Victim {
  private constructor(
    private readonly child: ChildProcess,
    private readonly idle: IdleServer,
  ) {}

  /**
   * Starts a victim. Work that exceeds `deadlineMs` has failed. `pace` is the factor by which this machine is slower;
   * the victim then works less often, so that it does not overload the machine.
   */
  static async start(server: TestServer, deadlineMs: number, pace: number): Promise<Victim> {
    const idle = await startIdleServer();
    const task: VictimTask = {
      url: server.url,
      idleUrl: idle.url,
      project: PROJECT,
      key: server.apiKey,
      token: server.adminToken,
      everyMs: EVERY_MS * pace,
      deadlineMs: deadlineMs * pace,
    };
    const child = fork(PROGRAM, [JSON.stringify(task)], { execArgv: ['--no-warnings'] });
    const victim = new Victim(child, idle);
    await victim.says();
    return victim;
  }

  begin(): void {
    this.child.send('begin');
  }

  /** Ends the work and resolves with the samples after all started work has ended. */
  async end(): Promise<Sample[]> {
    this.child.send('end');
    return (await this.says()) as Sample[];
  }

  stop(): void {
    this.child.kill();
    this.idle.stop();
  }

  private async says(): Promise<unknown> {
    const ended = new AbortController();
    this.child.once('exit', () => ended.abort());
    const [message] = (await once(this.child, 'message', { signal: ended.signal })) as unknown[];
    return message;
  }
}
