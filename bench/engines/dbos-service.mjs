// Service that runs DBOS workflows and responds over HTTP with their results.
import { createServer } from 'node:http';
import { DBOS } from '@dbos-inc/dbos-sdk';

const workflows = {
  noop: DBOS.registerWorkflow(async () => null, { name: 'noop' }),
  steps: DBOS.registerWorkflow(
    async () => {
      let sum = 0;
      for (const name of ['one', 'two', 'three'])
        sum += await DBOS.runStep(async () => 1, { name });
      return sum;
    },
    { name: 'steps' },
  ),
};
DBOS.setConfig({
  name: 'bench',
  systemDatabaseUrl: process.env.DATABASE_URL,
  systemDatabasePoolSize: 20,
  logLevel: 'error',
});
await DBOS.launch();
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => void answer(request.url.slice(1), response));
});

async function answer(name, response) {
  const handle = await DBOS.startWorkflow(workflows[name])();
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(await handle.getResult()));
}

process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
