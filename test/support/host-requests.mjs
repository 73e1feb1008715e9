// The request handling that the two programs share which answer host-process.ts.
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const exit = process.exit.bind(process);

/**
 * Answers requests on the socket in the first argument of this process. When the parent process has ended, calls `end`,
 * removes the socket and the log (the second argument), and exits.
 */
export async function answerRequests(answerOf, end = async () => undefined) {
  const [socket, log] = process.argv.slice(2);
  const requests = createServer((request, response) => {
    const answer = (status, body) => void response.writeHead(status).end(JSON.stringify(body));
    json(request)
      .then(answerOf)
      .then(
        (body) => answer(200, body),
        (error) => answer(500, { error: error.stack }),
      );
  });
  await rm(socket, { force: true });
  requests.listen(socket);
  await once(requests, 'listening');
  process.send?.({ ready: true });
  const leave = async () => {
    await end();
    await Promise.all([socket, log].map((path) => rm(path, { force: true })));
    exit();
  };
  process.once('disconnect', () => void leave());
  // A terminal sends these signals to the whole process group, but this process must still clean up.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
}
