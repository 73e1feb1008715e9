import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { reportingFetch, reportWait } from './report-wait.js';

let said: string[] = [];
beforeEach(() => {
  jest.useFakeTimers();
  said = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said.push(String(text));
    return true;
  });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('a command says what it waits for after two seconds, and nothing of a wait that is over before', async () => {
  const short = Promise.withResolvers<void>();
  reportWait('the start of Python', short.promise);
  reportWait('the \u001b[2Jsandbox', new Promise(() => undefined));
  await jest.advanceTimersByTimeAsync(1_999);
  short.resolve();
  await jest.advanceTimersByTimeAsync(0);
  expect(said).toEqual([]);
  await jest.advanceTimersByTimeAsync(60_000);
  const [line = '', ...more] = said;
  expect([line.startsWith('waiting for the '), line.includes('\u001b'), more]).toEqual([
    true,
    false,
    [],
  ]);
});

it('a command says that its server is busy or silent, unless the request itself is one to wait', async () => {
  const answers = [new Response(null, { status: 503 }), null, null];
  jest.spyOn(globalThis, 'fetch').mockImplementation(() => {
    const answer = answers.shift();
    return answer == null ? new Promise(() => undefined) : Promise.resolve(answer);
  });
  const ask = reportingFetch();
  const request = (path: string) => new Request(`http://server:8080${path}`);
  await ask(request('/a'));
  await jest.advanceTimersByTimeAsync(3_000);
  void ask(request('/a'));
  void ask(request('/tasks/1/wait'));
  await jest.advanceTimersByTimeAsync(3_000);
  expect(said).toEqual([
    'waiting for server:8080, which has answered 503 …\n',
    'waiting for an answer from server:8080 …\n',
  ]);
});

it('a command says that a stream sends nothing, not even heartbeats, and passes on what comes', async () => {
  let server: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (server = controller),
  });
  const headers = { 'content-type': 'text/event-stream; charset=utf-8' };
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { headers }));
  const answer = await reportingFetch()(new Request('http://server:8080/events'));
  const texts: string[] = [];
  const reading = (async () => {
    for await (const chunk of answer.body ?? []) texts.push(Buffer.from(chunk).toString());
  })();
  await jest.advanceTimersByTimeAsync(30_000);
  server?.enqueue(Buffer.from(': heartbeat\n'));
  await jest.advanceTimersByTimeAsync(30_000);
  expect([texts, said]).toEqual([[': heartbeat\n'], []]);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(said).toEqual(['waiting for server:8080, which sends nothing …\n']);
  server?.close();
  await reading;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(said).toHaveLength(1);
});
