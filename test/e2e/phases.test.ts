import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runBody } from '../support/inline-script.js';
import { LANGUAGES } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { newMetaTask, postMetaTask, TYPES } from '../support/meta-tasks.js';
import { loadLogs } from '../support/tasks.js';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

describe('the phases of a meta-task', () => {
  it('the phases of a meta-task belong to its version, and are empty by default', async () => {
    const script = 'def run(params, reporter):\n    return 1\n';
    const made = await newMetaTask(server, { name: 'Phases', script, phases: ['Loading', 'Sum'] });
    expect(made.phases).toEqual(['Loading', 'Sum']);
    const url = `${TYPES}/${made.id}`;
    const patch = (body: object) =>
      server.call<{ version: number; phases: string[] }>('PATCH', url, { body });
    const same = await patch({ phases: ['Loading', 'Sum'] });
    expect(same.body).toMatchObject({ version: 1 });
    const turned = await patch({ phases: ['Sum', 'Loading'] });
    expect(turned.body).toMatchObject({ version: 2, phases: ['Sum', 'Loading'] });
    const none = await patch({ phases: null });
    expect(none.body).toMatchObject({ version: 3, phases: [] });
  });

  it.each<[string, unknown]>([
    ['no list', 'Loading'],
    ['other things than texts', [1]],
    ['an empty text', ['']],
    ['one twice', ['a', 'a']],
    ['a long text', ['x'.repeat(201)]],
    ['too many', Array.from({ length: 51 }, (_, index) => `p${index}`)],
  ])('invalid phases of a meta-task are refused: %s', async (_name, phases) => {
    const answer = await postMetaTask(server, { name: 'Bad', phases });
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { code: 'validation_failed', errors: [{ pointer: expect.stringMatching(/^\/phases/) }] },
    ]);
  });
});

describe.each(LANGUAGES)('a %s script that sets phases', (language) => {
  const code = {
    python: `for phase in ["Loading", "Row 1", "Row 2", "Writting", "Other 1", "Writting", "Other 2"]:
    reporter.set_phase(phase)`,
    typescript: `for (const phase of ["Loading", "Row 1", "Row 2", "Writting", "Other 1", "Writting", "Other 2"])
  reporter.setPhase(phase);`,
  };

  it('a script is warned once about each undeclared phase, whatever its numbers', async () => {
    const phases = ['Loading', 'Row 0', 'Writing'];
    const task = await runBody(server, language, code, { metaTask: { phases } });
    expect(task).toMatchObject({ status: 'success', current_phase: 'Other 2' });
    const lines = (await loadLogs(server, task.id)).map(({ level, text }) => [level, text]);
    expect(lines).toEqual([
      [
        'warning',
        'The phase "Writting" is not declared in the meta-task\'s phases: did you mean "Writing"?',
      ],
      [
        'warning',
        'The phase "Other 1" is not declared in the meta-task\'s phases: declared are "Loading", "Row 0", "Writing"',
      ],
    ]);
  });

  it('a script without declared phases gets no warning', async () => {
    const task = await runBody(server, language, code);
    expect(await loadLogs(server, task.id)).toEqual([]);
  });
});
