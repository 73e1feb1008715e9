/** Internet sockets of C libraries and of programs that a script starts, which bypass Python's `socket`. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Json } from '../../src/base/kernel/json.js';
import { Egress } from '../../src/sandbox/egress/egress.js';
import { EgressGuard } from '../../src/sandbox/egress/egress-guard.js';
import type { NetworkAccess } from '../../src/sandbox/runtime/protocol.js';
import type { PythonRuntime } from '../../src/sandbox/runtime/python/python.runtime.js';
import { EgressFolder } from '../../src/sandbox/runtime/sandbox/egress-folder.js';
import { requireResult } from '../support/outcome.js';
import { RecordingHost } from '../support/recording-host.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { sandbox } from '../support/sandbox.js';
import { startWebServer, type WebServer } from '../support/web-server.js';
import { buildScript, buildRunSpec } from './python-harness.js';

/**
 * `program(code)` runs Python code as a separate program without metarun and returns its output, or the last line of
 * its error.
 */
const BEFORE = `
import asyncio, ctypes, http.server, socket, subprocess, sys, threading, urllib.request
def program(code, *args):
    done = subprocess.run([sys.executable, "-I", "-c", code, *map(str, args)], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else done.stderr.strip().splitlines()[-1]
FETCH = "import sys, urllib.request as r; print(r.urlopen(sys.argv[1], b'hello').read().decode())"
`;

let web: WebServer;
let folder: EgressFolder;
let egress: Egress;
let runtime: PythonRuntime;

beforeAll(async () => {
  web = await startWebServer();
  folder = EgressFolder.make(sandbox);
  const guard = new EgressGuard({
    widest: 'open',
    ranges: ['127.0.0.1/32'],
    lookup: async (name) => (name.endsWith('.example') ? ['127.0.0.1'] : []),
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
});

async function run(body: string, network: NetworkAccess | null = null): Promise<Json> {
  const spec = { ...buildRunSpec(buildScript(body, BEFORE), { port: web.port }), network };
  return requireResult(await runtime.start(spec, new RecordingHost()).outcome);
}

/** Runs a body whose network is `restricted` to these names of the web server. */
async function runWith(hosts: string[], body: string): Promise<Json> {
  const session = egress.open({
    policy: 'restricted',
    hosts: hosts.map((host) => ({ host, below: false, port: web.port })),
  });
  if (session === null) throw new Error('there is no session');
  try {
    return await run(body, session.access);
  } finally {
    session.close();
  }
}

it('a program reaches an allowed host by name and by address, and no other host', async () => {
  expect(
    await runWith(
      ['web.example', '127.0.0.1'],
      `
port = params["port"]
return [
    program(FETCH, f"http://web.example:{port}/"),
    program(FETCH, f"http://127.0.0.1:{port}/"),
    program(FETCH, f"http://other.example:{port}/"),
    program(FETCH, f"http://nowhere.test:{port}/"),
]`,
    ),
  ).toEqual([
    'hello',
    'hello',
    'urllib.error.URLError: <urlopen error [Errno 13] Permission denied>',
    'urllib.error.URLError: <urlopen error [Errno 13] Permission denied>',
  ]);
});

it('a socket keeps its options, whether it is blocking or not', async () => {
  const code = `
import asyncio, socket, sys
port = int(sys.argv[1])
sock = socket.socket()
sock.setblocking(False)
sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
sock.connect(("127.0.0.1", port))
try:
    sock.recv(1)
except BlockingIOError:
    print("would block")
again = sock.connect_ex(("127.0.0.1", port))
import errno
print(errno.errorcode[again])
late = socket.create_connection(("127.0.0.1", port), 0.2)
try:
    late.recv(1)
except TimeoutError:
    print("timed out")
async def ask():
    reader, writer = await asyncio.open_connection("web.example", port)
    writer.write(b"POST / HTTP/1.0\\r\\nContent-Length: 2\\r\\n\\r\\nhi")
    return (await reader.read()).decode()[-2:]
print(asyncio.run(ask()))
`;
  const answer = await runWith(
    ['web.example', '127.0.0.1'],
    `return program(${JSON.stringify(code)}, params["port"])`,
  );
  expect(answer).toBe('would block\nEISCONN\ntimed out\nhi');
});

it('a C library and Python can each connect to addresses that the other has looked up', async () => {
  expect(
    await runWith(
      ['web.example'],
      `
libc = ctypes.CDLL(None, use_errno=True)
address = socket.gethostbyname("web.example")
packed = b"\\2\\0" + params["port"].to_bytes(2, "big") + socket.inet_aton(address) + bytes(8)
sock = socket.socket()
connected = libc.connect(sock.fileno(), packed, 16)
sock.sendall(b"POST / HTTP/1.0\\r\\nContent-Length: 2\\r\\n\\r\\nhi")
read = b"".join(iter(lambda: sock.recv(100), b""))
by_c = program("import socket; print(socket.gethostbyname('WEB.example'))")
by_python = urllib.request.urlopen(f"http://{by_c}:{params['port']}/", b"hey").read().decode()
return [connected, read[-2:].decode(), by_python]`,
    ),
  ).toEqual([0, 'hi', 'hey']);
});

it('a run can use its own loopback with or without a network', async () => {
  const body = `
server = http.server.HTTPServer(("localhost", 0), http.server.SimpleHTTPRequestHandler)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://localhost:{server.server_port}/"
receiver, sender = socket.socket(type=socket.SOCK_DGRAM), socket.socket(type=socket.SOCK_DGRAM)
receiver.bind(("127.0.0.1", 0))
sender.sendto(b"hi", receiver.getsockname())
ask = "import sys, urllib.request as r; print(r.urlopen(sys.argv[1]).status)"
return [urllib.request.urlopen(url).status, program(ask, url), receiver.recv(2).decode()]`;
  expect(await run(body)).toEqual([200, '200', 'hi']);
  expect(await runWith(['web.example'], body)).toEqual([200, '200', 'hi']);
});

it('a program without a network reaches nothing, and Python states the reason', async () => {
  expect(
    await run(`
try:
    urllib.request.urlopen("http://localhost:9/")
except OSError as error:
    why = str(error)
return [program(FETCH, "http://1.2.3.4/"), program(FETCH, "http://web.example/"), why]`),
  ).toEqual([
    'urllib.error.URLError: <urlopen error [Errno 101] Network is unreachable>',
    'urllib.error.URLError: <urlopen error [Errno -3] Temporary failure in name resolution>',
    expect.stringContaining('This meta-task has no network'),
  ]);
});

it('a program that floods the first process does not keep others from connecting', async () => {
  expect(
    await runWith(
      ['127.0.0.1'],
      `
import os
flood = """
import socket, sys
while True:
    sock = socket.socket(); sock.setblocking(False)
    sock.connect_ex(("10.0.0.1", 9)); sock.close()
    asker = socket.socket(type=socket.SOCK_DGRAM); asker.connect(("127.0.0.1", 53)); asker.send(b"x" * 600); asker.close()
"""
started = [subprocess.Popen([sys.executable, "-I", "-c", flood], stderr=subprocess.DEVNULL) for _ in range(8)]
answers = [program(FETCH, f"http://127.0.0.1:{params['port']}/") for _ in range(3)]
return answers`,
    ),
  ).toEqual(['hello', 'hello', 'hello']);
});
