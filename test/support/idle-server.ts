import { spawn } from 'node:child_process';
import { once } from 'node:events';

const PROGRAM = `require('node:http').createServer((_, answer) => answer.end())
  .listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

/** A server that does nothing, whose response time measures the load of the machine. */
export interface IdleServer {
  readonly url: string;
  stop(): void;
}

export async function startIdleServer(): Promise<IdleServer> {
  const child = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: `http://127.0.0.1:${port.toString().trim()}/`,
    stop: () => void child.kill(),
  };
}
