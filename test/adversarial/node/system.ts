import type { HostileCase } from '../support/hostile-case.js';
import { HEAD, powerless } from './target.js';

/** Attacks on everything that a Node process could reach. */
export const system: HostileCase[] = [
  powerless(
    'looks for the files of the machine and of the server',
    `
const found: string[] = [];
const walk = (at: string, depth: number): void => {
  for (const name of (() => { try { return fs.readdirSync(at); } catch { return []; } })()) {
    const path = at === '/' ? '/' + name : at + '/' + name;
    if (/^(metarun\\.|secret|id_rsa|\\.env)/.test(name)) found.push(path);
    if (depth > 0 && !/^\\/(proc|usr|lib|dev)/.test(path)) walk(path, depth - 1);
  }
};
walk('/', 5);
for (const at of ['/etc/shadow', '/etc/passwd', '/root', '/home', '/var', '/sys', '/boot', '/mnt', '/srv'])
  if (fs.existsSync(at)) found.push(at);
return found;`,
  ),
  powerless(
    'writes where another run could find it',
    `
for (const at of ['/', '/etc', '/run', '/run/metarun', '/usr', '/lib', '/dev', '/dev/shm', '/var/tmp', process.execPath, process.argv[1] ?? '/x'])
  await tries(at, () => fs.writeFileSync(fs.existsSync(at) && fs.statSync(at).isDirectory() ? at + '/planted' : at, 'x'));
return can;`,
  ),
  powerless(
    'starts programs',
    `
for (const name of ['/bin/sh', process.execPath, '/usr/bin/python3'])
  await tries(name, () => { const made = child.spawnSync(name, ['-c', 'exit']); if (made.error) throw made.error; });
await tries('fork', () => new Promise((done, failed) => child.fork('/tmp/x.js').on('error', failed).on('spawn', done)));
return can;`,
  ),
  powerless(
    'looks at other processes, and sends them signals',
    `
const pids = fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).map(Number);
for (const pid of pids) {
  if (pid === process.pid) continue;
  await tries('environ of ' + pid, () => fs.readFileSync('/proc/' + pid + '/environ').length > 0);
  await tries('memory of ' + pid, () => fs.openSync('/proc/' + pid + '/mem', 'r+'));
  await tries('root of ' + pid, () => fs.readdirSync('/proc/' + pid + '/root/home'));
}
await tries('the server', () => process.kill(process.ppid + 1_000, 0));
await tries('priority', () => os.setPriority(0, -5));
return can;`,
  ),
  powerless(
    'connects past the way that the host gives',
    `
const raw = (port: number, host: string): Promise<void> => new Promise((done, failed) => {
  const { TCP, constants } = (process as any).binding('tcp_wrap');
  const { TCPConnectWrap } = (process as any).binding('tcp_wrap');
  const handle = new TCP(constants.SOCKET);
  const request = new TCPConnectWrap();
  request.oncomplete = (status: number) => (status === 0 ? done() : failed(new Error(String(status))));
  if (handle.connect(request, host, port) !== 0) failed(new Error('refused'));
});
await tries('by the binding', () => raw(8080, '127.0.0.1'));
await tries('fetch', () => fetch('http://127.0.0.1:8080/'));
let ways: string[] = [];
try { ways = fs.readdirSync('/run/metarun'); } catch {}
for (const path of ways)
  await tries('the way to the network', () => new Promise((done, failed) => {
    const socket = net.connect('/run/metarun/' + path, () => socket.write('{"token":"x","host":"127.0.0.1","port":1}\\n'));
    socket.on('data', (chunk) => (String(chunk) === 'ok\\n' ? done(0) : failed(new Error()))).on('error', failed).on('end', () => failed(new Error()));
  }));
return can;`,
  ),
  {
    name: 'fills its folder',
    script: `${HEAD}
const chunk = Buffer.alloc(1e7, 1);
for (let i = 0; ; i++) fs.writeFileSync('/tmp/' + i, chunk);
}`,
    ends: ['out_of_memory', 'script_error'],
  },
  {
    name: 'makes files without end',
    script: `${HEAD}
for (let i = 0; ; i++) { fs.writeFileSync('/tmp/' + i, ''); if (i % 1000 === 0) await new Promise((done) => setTimeout(done, 1)); }
}`,
    ends: ['out_of_memory', 'script_error'],
  },
  {
    name: 'opens files and sockets without end',
    script: `${HEAD}
const all: unknown[] = [];
for (;;) all.push(fs.openSync('/dev/null', 'r'));
}`,
    ends: ['script_error'],
  },
  {
    name: 'fills the buffers of its own sockets',
    script: `${HEAD}
const server = net.createServer((socket) => socket.pause()).listen('/tmp/s');
const all: net.Socket[] = [];
for (let i = 0; i < 300; i++) { const socket = net.connect('/tmp/s'); socket.on('error', () => {}); socket.write(Buffer.alloc(1e6)); all.push(socket); }
await new Promise((done) => setTimeout(done, 60_000));
}`,
    metaTask: { timeout_seconds: 3 },
    ends: ['out_of_memory', 'script_error', 'timeout'],
  },
  {
    name: 'starts threads without end',
    script: `${HEAD}
const all: Worker[] = [];
for (;;) { all.push(new Worker('for (;;);', { eval: true })); await new Promise((done) => setTimeout(done, 1)); }
}`,
    metaTask: { timeout_seconds: 10 },
    ends: ['out_of_memory', 'script_error', 'timeout'],
  },
  {
    name: 'memory outside of the heap',
    script: `${HEAD}
const all: Buffer[] = [];
for (;;) all.push(Buffer.alloc(1e7, 1));
}`,
    ends: ['out_of_memory'],
  },
  {
    name: 'writes something that is not a frame to the channel',
    script: `${HEAD}
fs.writeSync(3, 'no frame\\n'.repeat(1000));
await new Promise((done) => setTimeout(done, 60_000));
}`,
    ends: ['sandbox_error'],
  },
  {
    name: 'says that it has succeeded, and goes on',
    script: `${HEAD}
fs.writeSync(3, '{"type":"done","result":42}\\n');
for (;;);
}`,
    ends: ['success'],
  },
  {
    name: 'ends its process',
    script: `${HEAD}
process.kill(process.pid, 'SIGKILL');
await new Promise((done) => setTimeout(done, 60_000));
}`,
    ends: ['script_error'],
  },
  {
    name: 'crashes its process',
    script: `${HEAD}
process.abort();
}`,
    ends: ['script_error'],
  },
  {
    name: 'closes the channel',
    script: `${HEAD}
fs.closeSync(3);
await new Promise((done) => setTimeout(done, 60_000));
}`,
    metaTask: { timeout_seconds: 3 },
    ends: ['script_error', 'sandbox_error', 'timeout'],
  },
];
