// versitygw --health /health posix <folder>: serves the subfolders as buckets from memory and checks the access key.
import { readdirSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { startFauxqs } from 'fauxqs';

const [flag, health, backend, folder = ''] = process.argv.slice(2);
if (flag !== '--health' || backend !== 'posix') throw new Error('unknown arguments');
const key = process.env.ROOT_ACCESS_KEY_ID;
if (!key || !process.env.ROOT_SECRET_ACCESS_KEY) throw new Error('no credentials');
const inner = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
for (const bucket of readdirSync(folder)) inner.createBucket(bucket);
createServer((incoming, answer) => {
  const { method, url, headers } = incoming;
  if (url === health) return void answer.end('ok');
  if (!(headers.authorization ?? '').includes(`Credential=${key}/`))
    return void answer.writeHead(403).end();
  const sent = request(
    { host: '127.0.0.1', port: inner.port, method, path: url, headers },
    (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    },
  );
  sent.on('error', () => answer.destroy());
  incoming.pipe(sent);
}).listen(7070);
process.on('SIGTERM', () => process.exit(0));
