/** Tests what Python scripts can reach in the network through the guard, which they are not aware of. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createTask, createMetaTask, runScript, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';
import { listen } from '../support/local-server.js';
import { freePort } from '../support/ports.js';
import { CERTIFICATE, startWebServer, type WebServer } from '../support/web-server.js';

const OPEN = { network: 'open' };

let server: TestServer;
let web: WebServer;
let secure: WebServer;
beforeAll(async () => {
  server = await sharedServer();
  [web, secure] = await Promise.all([startWebServer(), startWebServer(true)]);
});
afterAll(async () => {
  await server.stop();
  await Promise.all([web.close(), secure.close()]);
});

/**
 * Runs a body of `run`, whose params are `p`, and returns its result. An OSError is returned as its class and message.
 */
async function runBody(
  body: string,
  params: Record<string, unknown> = {},
  metaTask: Record<string, unknown> = OPEN,
): Promise<unknown> {
  const script = `
import asyncio, http.client, json, os, socket, ssl, sys, threading, time, urllib.error, urllib.request
def tried(call, *args, **more):
    try:
        return call(*args, **more)
    except OSError as error:
        cause = getattr(error, "reason", error)
        return f"{type(cause).__name__}: {cause}"
def get(url, **more):
    with urllib.request.urlopen(url, timeout=10, **more) as response:
        return response.read().decode()
def run(p, reporter):
${body.trim().replaceAll(/^/gm, '    ')}
`;
  const task = await runScript(server, 'python', script, {
    params: { port: web.port, tls: secure.port, ca: CERTIFICATE, ...params },
    metaTask,
  });
  if (task.status !== 'success') throw new Error(JSON.stringify(task));
  return task.result;
}

describe('with the network open, unmodified Python', () => {
  it('urllib.request reaches a server by name and by address', async () => {
    const code =
      'return [get(f"http://{host}:{p[\'port\']}/", data=b"hello") for host in p["hosts"]]';
    expect(await runBody(code, { hosts: ['127.0.0.1', 'localhost', 'LOCALHOST'] })).toEqual(
      Array.from({ length: 3 }, () => 'hello'),
    );
  });

  it('http.client sends several requests on one connection, each with the right host', async () => {
    const code = `
connection = http.client.HTTPConnection("localhost", p["port"], timeout=10)
found = []
for n in range(3):
    connection.request("POST", "/", body=str(n))
    response = connection.getresponse()
    found.append([response.read().decode(), response.headers["X-Host"]])
connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
return [found, connection.sock.getpeername()[1], connection.sock.getsockname()]`;
    const host = `localhost:${web.port}`;
    expect(await runBody(code)).toEqual([
      [0, 1, 2].map((n) => [String(n), host]),
      web.port,
      ['0.0.0.0', 0],
    ]);
  });

  it('TLS works from end to end, and certificates are checked', async () => {
    const code = `
trusted = ssl.create_default_context(cadata=p["ca"])
url = f"https://localhost:{p['tls']}/"
return [get(url, data=b"hello", context=trusted), tried(get, url), tried(get, url.replace("localhost", "127.1"), context=trusted)]`;
    const [answer, untrusted, other] = (await runBody(code)) as string[];
    expect(answer).toBe('hello');
    expect(untrusted).toMatch(/^SSLCertVerificationError/);
    expect(other).toMatch(/^SSLCertVerificationError.*127\.1/);
  });

  it('asyncio streams work, many at once, with and without TLS', async () => {
    const code = `
async def ask(host, port, **more):
    reader, writer = await asyncio.open_connection(host, port, **more)
    writer.write(b"POST / HTTP/1.0\\r\\nContent-Length: 5\\r\\n\\r\\nhello")
    answer = await reader.read()
    writer.close()
    return answer.endswith(b"hello")
async def all():
    trusted = ssl.create_default_context(cadata=p["ca"])
    plain = [ask("localhost", p["port"]) for _ in range(30)]
    secure = [ask("localhost", p["tls"], ssl=trusted) for _ in range(10)]
    return await asyncio.gather(*plain, *secure)
return asyncio.run(all())`;
    expect(await runBody(code)).toEqual(Array.from({ length: 40 }, () => true));
  });

  const vendored = existsSync('/usr/lib/python3/dist-packages/pip/_vendor/requests');
  (vendored ? it : it.skip)(
    'a script makes requests with the requests package that pip contains',
    async () => {
      const code = `
sys.path.append("/usr/lib/python3/dist-packages")
from pip._vendor import requests
with open("ca.pem", "w") as file:
    file.write(p["ca"])
with requests.Session() as session:
    plain = [session.post(f"http://localhost:{p['port']}/", data="hello").text for _ in range(3)]
    secure = session.post(f"https://localhost:{p['tls']}/", data="hello", verify="ca.pem").text
refused = [tried(requests.get, url) for url in ("http://10.0.0.1/", f"https://localhost:{p['tls']}/")]
return [plain, secure, refused]`;
      expect(await runBody(code)).toEqual([
        ['hello', 'hello', 'hello'],
        'hello',
        [
          expect.stringMatching(/^ConnectionError: .*10\.0\.0\.1 is a private address/),
          expect.stringMatching(/^SSLError: .*certificate verify failed/),
        ],
      ]);
    },
  );

  it('connection errors reach Python as its usual exceptions', async () => {
    const free = await freePort();
    const code = `
s = socket.socket()
return [
    tried(socket.create_connection, ("127.0.0.1", p["free"]), 5),
    tried(socket.create_connection, ("no-such-host.invalid", 80), 5),
    s.connect_ex(("127.0.0.1", p["free"])),
]`;
    expect(await runBody(code, { free })).toEqual([
      `ConnectionRefusedError: [Errno 111] 127.0.0.1:${free} refused the connection.`,
      expect.stringMatching(/^gaierror: \[Errno -2\] no-such-host\.invalid has no address/),
      111,
    ]);
  });

  it('a socket timeout ends a request in time', async () => {
    const code = `
began = time.monotonic()
def wait():
    with urllib.request.urlopen(f"http://127.0.0.1:{p['port']}/never", timeout=0.3): pass
message = tried(wait)
return [message, time.monotonic() - began < 3]`;
    expect(await runBody(code)).toEqual([expect.stringMatching(/timed out/), true]);
  });

  it('a script receives 100 MB and sends as much', async () => {
    const code = `
import hashlib
size = 100_000_000
with urllib.request.urlopen(f"http://127.0.0.1:{p['port']}/bytes?n={size}", timeout=60) as response:
    got = sum(len(part) for part in iter(lambda: response.read(1 << 20), b""))
connection = http.client.HTTPConnection("127.0.0.1", p["port"], timeout=60)
connection.putrequest("POST", "/")
connection.putheader("Content-Length", str(size))
connection.endheaders()
def send():
    for _ in range(100):
        connection.send(bytes(1_000_000))
thread = threading.Thread(target=send)
thread.start()
response = connection.getresponse()
back = sum(len(part) for part in iter(lambda: response.read(1 << 20), b""))
return [got, back]`;
    expect(await runBody(code)).toEqual([100_000_000, 100_000_000]);
  });

  it('a script closes one half of a connection and reads the other to its end', async () => {
    const echo = createServer({ allowHalfOpen: true }, (socket) => {
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('end', () => socket.end(`all: ${text}`));
    });
    const port = await listen(echo);
    const code = `
with socket.create_connection(("127.0.0.1", p["echo"])) as s:
    s.sendall(b"some bytes")
    s.shutdown(socket.SHUT_WR)
    return s.makefile().read()`;
    expect(await runBody(code, { echo: port })).toBe('all: some bytes');
    echo.close();
  });

  it('a script hears at once from a server that speaks first', async () => {
    const greeter = createServer((socket) => socket.end('220 ready\r\n'));
    const port = await listen(greeter);
    const code = `
async def read():
    reader, _ = await asyncio.open_connection("127.0.0.1", p["greeter"])
    return (await reader.read()).decode()
with socket.create_connection(("127.0.0.1", p["greeter"])) as s:
    return [s.makefile().read(), asyncio.run(read())]`;
    expect(await runBody(code, { greeter: port })).toEqual(['220 ready\n', '220 ready\r\n']);
    greeter.close();
  });

  it('UDP is refused with an error that names TCP as the only way', async () => {
    const code = `
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
return [tried(s.connect, ("192.0.2.1", 53)), tried(s.sendto, b"x", ("192.0.2.1", 53))]`;
    const message = 'PermissionError: [Errno 13] Scripts reach the network by TCP alone.';
    expect(await runBody(code)).toEqual([message, message]);
  });

  it('a run has at most 64 connections open at once', async () => {
    const code = `
held = []
try:
    for _ in range(100):
        held.append(socket.create_connection(("127.0.0.1", p["port"])))
except OSError as error:
    message = str(error)
count = len(held)
for s in held: s.close()
time.sleep(0.3)
return [count, message, get(f"http://127.0.0.1:{p['port']}/", data=b"again")]`;
    expect(await runBody(code)).toEqual([
      64,
      expect.stringContaining('A run may have 64 connections open at once'),
      'again',
    ]);
  });
});

describe('what a script cannot reach', () => {
  const refused = (url: string, metaTask?: Record<string, unknown>) =>
    runBody('return tried(get, p["url"])', { url }, metaTask);

  it.each([
    ['http://169.254.169.254/latest/meta-data/', 'link-local'],
    ['http://10.0.0.1/', 'private'],
    ['http://127.0.0.2/', 'loopback'],
    ['http://[::1]/', 'loopback'],
    ['http://[::ffff:10.0.0.1]/', 'IPv4'],
    ['http://2130706434/', 'loopback'],
    ['http://0x7f.2/', 'loopback'],
    ['http://0177.0.0.2/', 'loopback'],
    ['http://0/', 'this machine'],
  ])('a script cannot reach %s', async (url, what) => {
    const message = await refused(url);
    expect(message).toMatch(/^PermissionError/);
    expect(message).toContain(what);
    expect(message).toContain('METARUN_NETWORK_RANGES');
  });

  it('a script cannot reach a mail port', async () => {
    expect(await refused('http://127.0.0.1:25/')).toMatch(/^PermissionError.*"127\.0\.0\.1:25" in/);
  });

  it('a script cannot reach a host outside allowed_hosts, not even by a redirect', async () => {
    const allowed = { network: 'restricted', allowed_hosts: [`localhost:${web.port}`] };
    const to = `http://localhost:${web.port}`;
    const away = `http://127.0.0.1:${web.port}/away`;
    expect(
      await runBody(
        'return [get(p["to"], data=b"hello"), tried(get, p["away"]), tried(get, p["by"]), tried(get, "http://localhost/")]',
        { to, away, by: `${to}/redirect?to=${encodeURIComponent(away)}` },
        allowed,
      ),
    ).toEqual([
      'hello',
      expect.stringMatching(
        /^PermissionError.*is not in the meta-task's allowed_hosts \(localhost:/,
      ),
      expect.stringMatching(/^PermissionError.*127\.0\.0\.1:\d+ is not in/),
      expect.stringMatching(/^PermissionError.*localhost:80 is not in/),
    ]);
    expect(web.requests).not.toContain('/away');
  });

  it('a script with the network "none" reaches nothing, and the error says what to change', async () => {
    const code = `
async def ask():
    await asyncio.open_connection("127.0.0.1", p["port"])
began = time.monotonic()
found = [tried(get, f"http://{host}:{p['port']}/") for host in ("localhost", "127.0.0.1")]
found += [tried(asyncio.run, ask())]
return [found, time.monotonic() - began < 20]`;
    const message = expect.stringMatching(
      /^(gaierror|PermissionError): .*its `network` is "none"\. Set it to/,
    );
    expect(await runBody(code, {}, {})).toEqual([[message, message, message], true]);
  });
});

describe('the socket of the network', () => {
  it('the network socket does not exist for a run without network', async () => {
    const found = await runBody('return os.path.exists("/run/metarun/egress.sock")', {}, {});
    expect(found).toBe(false);
  });

  it('the network socket refuses false tokens and malformed requests, and still serves', async () => {
    const code = `
from metarun_guest import network
path = network._access["socket"]
def say(data):
    with socket.socket(socket.AF_UNIX) as s:
        s.settimeout(8)
        s.connect(path)
        try:
            s.sendall(data)
            return s.makefile().read()
        except OSError as error:
            return type(error).__name__
hello = lambda **more: json.dumps({**network._access, "host": "127.0.0.1", "port": p["port"], **more}).encode() + b"\\n"
held = [socket.socket(socket.AF_UNIX) for _ in range(500)]
for s in held: s.connect(path)
found = [say(b"GET / HTTP/1.0\\r\\n\\r\\n"), say(hello(token="x")), say(hello(port="80")), say(hello(port=1e9))]
found += [say(b"x" * 1_000_000), say(hello(host="h" * 5000))]
return [found, get(f"http://127.0.0.1:{p['port']}/", data=b"served")]`;
    const ended = expect.stringContaining('"reason":"ended"');
    expect(await runBody(code)).toEqual([
      [
        ended,
        ended,
        ended,
        expect.stringContaining('is not between 1 and 65535'),
        expect.stringMatching(/^(|ConnectionResetError|BrokenPipeError)$/),
        expect.stringMatching(/^(|ConnectionResetError|BrokenPipeError)$/),
      ],
      'served',
    ]);
  });
});

describe('the end of a run', () => {
  const HOLDS = `
import socket, time
def run(p, reporter):
    s = [socket.create_connection(("127.0.0.1", p["port"])) for _ in range(5)]
    s[0].sendall(b"GET /drip HTTP/1.0\\r\\n\\r\\n")
    reporter.set_phase("Holding")
    if p["wait"]:
        s[1].sendall(b"GET /never HTTP/1.0\\r\\n\\r\\n")
        s[1].recv(1)
`;

  it.each([
    ['closes its connections', false, 'success'],
    ['by a cancel interrupts what waits for an answer', true, 'cancelled'],
  ])('the end of a run %s', async (_, wait, status) => {
    const type = await createMetaTask(server, 'python', HOLDS, OPEN);
    const id = await createTask(server, type, { port: web.port, wait });
    if (wait) {
      await taskWhen(server, id, (task) => task.current_phase === 'Holding');
      expect(web.open()).toBeGreaterThanOrEqual(5);
      await server.call('POST', `/external/v1/projects/default/tasks/${id}/cancel`);
    }
    expect((await taskWhen(server, id)).status).toBe(status);
    await until('the connections to end', () => web.open() === 0);
  });
});
