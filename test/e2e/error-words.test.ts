import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requireProblem } from '../support/http.js';
import { type Code, runBody } from '../support/inline-script.js';
import { createMetaTask } from '../support/tasks.js';
import { LANGUAGES } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';

const EXTERNAL = '/external/v1/projects/default';
const MANAGE = '/projects/default';
const NO_ID = 'no-id-at-all';
const UNKNOWN = '0190f000-0000-7000-8000-000000000000';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
  for (const path of ['/in/report.txt', '/in/second.md', '/in/deep/a.txt'])
    await server.call('PUT', `${EXTERNAL}/files/content`, { body: { path, content: 'x' } });
});
afterAll(() => server.stop());

async function detail(method: string, path: string, options: object = {}): Promise<string> {
  return requireProblem(await server.call(method, path, options)).detail;
}

function reads(path: string): Code {
  return {
    python: `return reporter.files.read(${JSON.stringify(path)})`,
    typescript: `return await reporter.files.read(${JSON.stringify(path)});`,
  };
}

describe.each(LANGUAGES)('a %s script', (language) => {
  it.each([
    ['/in/reprot.txt', 'Did you mean "/in/report.txt"?'],
    ['inn/report.txt', 'Did you mean "/in"?'],
    ['/in/other.csv', '"/in" holds "deep/", "report.txt", "second.md".'],
    ['/in/report.txt/more', '"/in/report.txt" is a file, so that nothing is below it.'],
    ['/elsewhere/x', '"/" holds "in/".'],
  ])('the error for the missing file %s suggests what exists nearby', async (path, hint) => {
    const { error_message } = await runBody(server, language, reads(path));
    expect(error_message).toContain(
      `There is no file ${JSON.stringify(path.startsWith('/') ? path : `/${path}`)} in the workspace "default"`,
    );
    expect(error_message).toContain(hint);
  });

  it('a script that deletes or lists a missing path gets an error with a suggestion', async () => {
    const deleted = await runBody(server, language, {
      python: 'reporter.files.delete("/in/reprot.txt")',
      typescript: 'await reporter.files.delete("/in/reprot.txt");',
    });
    expect(deleted.error_message).toContain('Did you mean "/in/report.txt"?');
    const listed = await runBody(server, language, {
      python: 'reporter.files.list("/im")',
      typescript: 'await reporter.files.list("/im");',
    });
    expect(listed.error_message).toContain('There is no directory "/im"');
    expect(listed.error_message).toContain('Did you mean "/in"?');
  });

  it('the error for a missing secret explains how to set it and names no other secret', async () => {
    await server.call('PUT', `${MANAGE}/secrets/API_KEY`, { body: { value: 'of no concern' } });
    const { error_message } = await runBody(server, language, {
      python: 'return reporter.secrets.get("API_KEI")',
      typescript: 'return await reporter.secrets.get("API_KEI");',
    });
    expect(error_message).toContain('There is no secret "API_KEI" in this project.');
    expect(error_message).toContain('PUT …/secrets/API_KEI');
    expect(error_message).toContain('--secret API_KEI=…');
    expect(error_message).not.toContain('API_KEY');
  });

  it('the error for an invalid secret name does not repeat a secret given in its place', async () => {
    const { error_message } = await runBody(server, language, {
      python: 'return reporter.secrets.get("sk-live-1234")',
      typescript: 'return await reporter.secrets.get("sk-live-1234");',
    });
    expect(error_message).toContain('No secret can have this name of 12 characters');
    expect(error_message).not.toContain('sk-live');
  });
});

describe('an id in a path', () => {
  it.each([
    ['GET', `${EXTERNAL}/tasks/ID`, 'tasks'],
    ['POST', `${EXTERNAL}/tasks/ID/cancel`, 'tasks'],
    ['GET', `${EXTERNAL}/tasks/ID/events`, 'tasks'],
    ['GET', `${EXTERNAL}/approvals/ID`, 'approvals'],
    ['GET', `${EXTERNAL}/files/versions/ID/raw`, 'files/versions'],
    ['GET', `${MANAGE}/schedules/ID`, 'schedules'],
    ['DELETE', `${MANAGE}/schedules/ID`, 'schedules'],
    ['DELETE', `${MANAGE}/members/ID`, 'members'],
    ['DELETE', `${MANAGE}/api-keys/ID`, 'api-keys'],
    ['GET', `${MANAGE}/webhooks/ID`, 'webhooks'],
  ])(
    'the error of %s %s names the id and distinguishes a malformed id from an unknown one',
    async (...given) => {
      const [method, path, list] = given;
      const isVersion = path.includes('versions');
      const [unknown, malformed] = [isVersion ? `${UNKNOWN}.1` : UNKNOWN, NO_ID];
      const answers = [];
      for (const id of [unknown, malformed]) {
        const answer = await server.call(method, path.replace('ID', id));
        answers.push([answer.status, requireProblem(answer).detail]);
      }
      expect(answers).toEqual([
        [404, expect.stringMatching(new RegExp(`^There is no .*"${unknown}".*GET …/${list}`))],
        [
          404,
          expect.stringMatching(new RegExp(`^No .* can have the id "${NO_ID}".*GET …/${list}`)),
        ],
      ]);
    },
  );

  it('the error for an unknown meta-task, version, project or workspace names it', async () => {
    const identifier = await createMetaTask(server, 'python', 'def run(params, reporter): pass');
    expect(await detail('GET', `${MANAGE}/task-types/${identifier}x`)).toContain(
      `did you mean "${identifier}"?`,
    );
    const body = { task_type_identifier: `${identifier}x` };
    expect(await detail('POST', `${EXTERNAL}/tasks`, { body })).toBe(
      `The meta-task "${identifier}x" does not exist in this project: did you mean "${identifier}"?`,
    );
    expect(await detail('GET', `${MANAGE}/task-types/a%20b`)).toContain(
      '"a b" can be neither the id of a meta-task, a UUID, nor its identifier',
    );
    expect(await detail('GET', `${MANAGE}/task-types/${identifier}/versions/7`)).toContain(
      `The meta-task "${identifier}" has no version "7"`,
    );
    expect(await detail('GET', `${MANAGE}/task-types/${identifier}/versions/one`)).toContain(
      'a version is a whole number',
    );
    expect(await detail('GET', '/projects/nowhere/task-types')).toContain('project "nowhere"');
    expect(await detail('GET', `${EXTERNAL}/files?ws=mine`)).toContain(
      'must be the UUID of a workspace (given: "mine")',
    );
    expect(await detail('GET', `${EXTERNAL}/files?ws=${UNKNOWN}`)).toContain(
      `no workspace "${UNKNOWN}"`,
    );
  });
});

describe('a path where nothing is', () => {
  it('the error for a missing file suggests a similar name to a reader', async () => {
    expect(await detail('GET', `${EXTERNAL}/files/content?path=/in/reprot.txt`)).toBe(
      'There is no file "/in/reprot.txt" in the workspace "default". Did you mean "/in/report.txt"?',
    );
  });

  it('the error for a missing path suggests nothing to a caller who may only write', async () => {
    const { body } = await server.call<{ key: string }>('POST', `${MANAGE}/api-keys`, {
      body: { name: 'writer', scopes: ['files:write'] },
    });
    const asked = { token: body.key };
    const said = [
      await detail('DELETE', `${EXTERNAL}/files?path=/in/reprot.txt`, asked),
      await detail('POST', `${EXTERNAL}/files/move`, {
        ...asked,
        body: { from: '/in/reprot.txt', to: '/in/x' },
      }),
    ];
    for (const text of said) {
      expect(text).toContain('There is no file or directory "/in/reprot.txt"');
      expect(text).not.toContain('report.txt');
    }
  });
});

describe('the words of an error', () => {
  it('the detail of an error never begins with a colon', async () => {
    const bodies = [
      '[]',
      '7',
      '"text"',
      'null',
      '{"a":1e400}',
      '[9007199254740993]',
      '{"": 1e400}',
    ];
    for (const body of bodies)
      expect(await detail('POST', `${EXTERNAL}/tasks`, { body })).toMatch(/^[^\s:]/);
  });

  it('an error quotes the given value at a bounded length', async () => {
    const long = 'x'.repeat(5_000);
    const said = await detail('GET', `${EXTERNAL}/tasks/${long}`);
    expect(said).toContain('"xxx');
    expect(said.length).toBeLessThan(500);
  });
});
