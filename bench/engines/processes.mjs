import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const STOP_MS = 10_000;

/** Starts a service of this folder. Resolves to its process and the port that it reports. */
export async function startService(file, env = {}) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${file} did not start`)));
  const [{ port }] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  return { child, port };
}

export async function stopProcess(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  child.kill('SIGTERM');
  await once(child, 'exit');
  clearTimeout(timer);
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Creates a client with persistent connections that sends JSON and resolves to the JSON of the response. */
export function createCaller(base, headers = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const call = (path, body) =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body);
      const sent = request(
        `${base}${path}`,
        {
          method: 'POST',
          agent,
          headers: {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(text),
            ...headers,
          },
        },
        (response) => {
          let answer = '';
          response.setEncoding('utf8');
          response.on('data', (chunk) => (answer += chunk));
          response.on('error', reject);
          response.on('end', () => {
            if (response.statusCode < 300) resolve(answer === '' ? null : JSON.parse(answer));
            else reject(new Error(`${path}: HTTP ${response.statusCode}: ${answer}`));
          });
        },
      );
      sent.on('error', reject);
      sent.end(text);
    });
  return { call, close: () => agent.destroy() };
}
