import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { MetarunError, getErrorMessage } from '../../base/kernel/errors.js';
import { GuidedError } from '../../base/kernel/guided-error.js';
import { isJsonObject, type JsonObject } from '../../base/kernel/json.js';
import type { CaseRun } from './case-run.js';
import { parseCase } from './case-schema.js';
import { parseJson } from './json-text.js';
import type { Observed, TestCase } from './test-case.js';

/** Maximum total size of the workspace files that a test file receives, in bytes. */
const MAX_FILES_BYTES = 64 * 1024 * 1024;

/** Runs the meta-task of a folder with the input of a case, for a test file. */
export type RunForTest = (path: string, given: TestCase) => Promise<CaseRun>;

/**
 * A Unix socket in a folder of this user alone, by which the helpers of test files request tasks. One connection is one
 * run: a JSON document in each direction.
 */
export class TestServer {
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly folder: string,
    readonly path: string,
  ) {}

  /** `parent`: a folder that is removed after this process was killed. */
  static async listen(parent: string, run: RunForTest): Promise<TestServer> {
    const folder = await mkdtemp(join(parent, 'tests-'));
    const path = join(folder, 'socket');
    const server = createServer({ allowHalfOpen: true });
    const made = new TestServer(server, folder, path);
    server.on('connection', (socket) => {
      made.sockets.add(socket);
      // The client has disconnected: the run ends by its own limits.
      socket.on('error', () => undefined);
      socket.once('close', () => made.sockets.delete(socket));
      void answer(socket, run);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    return made;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
    });
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function answer(socket: Socket, run: RunForTest): Promise<void> {
  const asked = await received(socket);
  if (asked !== '') socket.end(JSON.stringify(await answerTo(asked, run)));
  else socket.end();
}

/**
 * Returns what the client sends until it ends; empty if it has disconnected. From Node 26 on, an async iterator would
 * close the socket then.
 */
function received(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let asked = '';
    socket.setEncoding('utf8').on('data', (part: string) => (asked += part));
    socket.once('end', () => resolve(asked));
    socket.once('close', () => resolve(''));
  });
}

async function answerTo(asked: string, run: RunForTest): Promise<JsonObject> {
  const request = parseJson(asked);
  const path = isJsonObject(request) ? request['path'] : undefined;
  const given = isJsonObject(request) ? request['case'] : undefined;
  if (typeof path !== 'string' || given === undefined) return refusal('The request is not one.');
  const parsed = parseCase(given);
  if ('issues' in parsed) {
    const described = parsed.issues.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`);
    return refusal(`${described.join('; ')}.`);
  }
  try {
    const { observed, unmatched } = await run(path, parsed.given);
    return {
      mismatches: [...unmatched.missing, ...unmatched.unused].map(({ message }) => message),
      outcome: await buildOutcome(observed),
    };
  } catch (error) {
    if (error instanceof GuidedError)
      return refusal(
        [error.message, ...error.diagnostics.map(({ message }) => message)].join('\n'),
      );
    if (error instanceof MetarunError) return refusal(error.message);
    return refusal(getErrorMessage(error));
  }
}

async function buildOutcome(observed: Observed): Promise<JsonObject> {
  const { status, result, error, phases, progress, logs, steps, calls, children, memories } =
    observed;
  return {
    status,
    result,
    error: error === null ? null : { ...error },
    phases,
    progress,
    logs: logs.map((line) => ({ ...line })),
    steps: steps.map((step) => ({ ...step })),
    calls: calls.map((call) => ({ ...call })),
    children: children.map((child) => ({ ...child })),
    memories: memories.map((memory) => ({ ...memory })),
    files: await collectFiles(observed),
  };
}

/** Returns contents in base64, by path. */
async function collectFiles(observed: Observed): Promise<JsonObject> {
  const files: JsonObject = {};
  let bytes = 0;
  for (const path of await observed.listFiles()) {
    const content = await observed.readFile(path);
    if (content === null) continue;
    bytes += content.length;
    if (bytes > MAX_FILES_BYTES)
      throw new GuidedError(
        `The task has left more than ${MAX_FILES_BYTES} bytes of files, which is all that a test file is given.`,
        { code: 'too_large' },
      );
    files[path] = Buffer.from(content).toString('base64');
  }
  return files;
}

function refusal(message: string): JsonObject {
  return { error: message };
}
