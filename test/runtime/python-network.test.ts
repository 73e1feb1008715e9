/** The Python side of the network when the host is slow or disappears. */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Egress } from '../../src/sandbox/egress/egress.js';
import { EgressGuard } from '../../src/sandbox/egress/egress-guard.js';
import type { EgressSession } from '../../src/sandbox/egress/egress-session.js';
import type { PythonRuntime } from '../../src/sandbox/runtime/python/python.runtime.js';
import type { RunHandle } from '../../src/sandbox/runtime/runtime.js';
import { EgressFolder } from '../../src/sandbox/runtime/sandbox/egress-folder.js';
import { RecordingHost } from '../support/recording-host.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { sandbox } from '../support/sandbox.js';
import { startWebServer, type WebServer } from '../support/web-server.js';
import { buildScript, buildRunSpec } from './python-harness.js';
import { requireResult } from '../support/outcome.js';

const BEFORE = 'import asyncio, socket, time, urllib.request';

let web: WebServer;
let folder: EgressFolder;
let egress: Egress;
let runtime: PythonRuntime;
/** The answer to a pending name lookup. */
let answered: Promise<string[]>;
let answer: (addresses: string[]) => void;

beforeAll(async () => {
  web = await startWebServer();
  folder = EgressFolder.make(sandbox);
  const guard = new EgressGuard({
    widest: 'open',
    ranges: ['127.0.0.1/32'],
    lookup: () => answered,
  });
  egress = new Egress(guard, folder, 1_000_000);
  await egress.listen();
  runtime = makePythonRuntime({ egressDir: folder.path });
  await runtime.warm();
});
afterAll(async () => {
  await runtime.close();
  await egress.close();
  await folder.remove();
  await web.close();
  expect(existsSync(folder.path)).toBe(false);
});

function slowNames(): void {
  ({ promise: answered, resolve: answer } = Promise.withResolvers<string[]>());
}

/** Starts a run with an open network, whose session ends with it. */
function start(body: string, host = new RecordingHost()): RunHandle & { session: EgressSession } {
  const session = egress.open({ policy: 'open', hosts: [] });
  if (session === null) throw new Error('there is no session');
  const spec = {
    ...buildRunSpec(buildScript(body, BEFORE), { port: web.port }),
    network: session.access,
  };
  const handle = runtime.start(spec, host);
  const outcome = handle.outcome.finally(() => session.close());
  const { usage } = handle;
  return { outcome, usage, session };
}

describe('while the host looks a name up', () => {
  it('other coroutines continue while the host looks up a name', async () => {
    slowNames();
    const host = new RecordingHost();
    const { outcome } = start(
      `
async def ask():
    reader, writer = await asyncio.open_connection("slow.example", params["port"])
    writer.write(b"POST / HTTP/1.0\\r\\nContent-Length: 2\\r\\n\\r\\nhi")
    return (await reader.read()).decode()[-2:]
async def main():
    task = asyncio.ensure_future(ask())
    for _ in range(5):
        await asyncio.sleep(0.01)
    print("went on", task.done())
    return await task
return asyncio.run(main())`,
      host,
    );
    await host.reported('info:went on False');
    answer(['127.0.0.1']);
    expect(requireResult(await outcome)).toBe('hi');
  });

  it('timeouts hold during a lookup, in blocking and in async code', async () => {
    slowNames();
    const { outcome } = start(`
def blocking():
    try:
        urllib.request.urlopen("http://slow.example/", timeout=0.2)
    except OSError as error:
        return str(error)
async def main():
    try:
        await asyncio.wait_for(asyncio.open_connection("slow.example", 80), 0.2)
    except asyncio.TimeoutError:
        return "timed out"
return [blocking(), asyncio.run(main())]`);
    expect(requireResult(await outcome)).toEqual(['<urlopen error timed out>', 'timed out']);
    answer([]);
  });

  it.each([
    ['a blocking call', 'socket.create_connection(("slow.example", 80))'],
    ['a coroutine', 'asyncio.run(asyncio.open_connection("slow.example", 80))'],
  ])('a cancel during a lookup interrupts %s and runs its finally block', async (_, ask) => {
    slowNames();
    const host = new RecordingHost();
    const body = `try:\n    print("asking")\n    ${ask}\nfinally:\n    print("cleaned up")`;
    const run = start(body, host);
    await host.reported('info:asking');
    host.stop.request('cancelled', 5_000);
    expect(await run.outcome).toMatchObject({ kind: 'failed', code: 'cancelled' });
    expect(host.logged('info')).toContain('cleaned up');
    answer([]);
  });
});

describe('the end of the session', () => {
  it('the end of a session closes its connections and rejects new ones', async () => {
    slowNames();
    const host = new RecordingHost();
    const { outcome, session } = start(
      `
held = socket.create_connection(("127.0.0.1", params["port"]))
print("held")
ended = held.recv(1)
try:
    socket.create_connection(("127.0.0.1", params["port"]))
except ConnectionAbortedError as error:
    return [ended == b"", str(error)]`,
      host,
    );
    await host.reported('info:held');
    session.close();
    expect(requireResult(await outcome)).toEqual([
      true,
      '[Errno 103] This is not the network of a run that is under way.',
    ]);
  });
});
