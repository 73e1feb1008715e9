import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Passes requests on to a server, and notes the method and the path of each. */
export class RecordingProxy {
  private constructor(private readonly listener: Server) {}

  static async open(target: string, requests: Set<string>): Promise<RecordingProxy> {
    const listener = createServer((asked, answer) => {
      const { method = '', url = '', headers } = asked;
      requests.add(`${method} ${new URL(url, target).pathname}`);
      const passed = request(new URL(url, target), { method, headers }, (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers);
        given.pipe(answer);
      });
      passed.on('error', () => answer.destroy());
      answer.on('close', () => passed.destroy());
      asked.pipe(passed);
    });
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return new RecordingProxy(listener);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.listener.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.listener.closeAllConnections();
    this.listener.close();
    await once(this.listener, 'close');
  }
}
