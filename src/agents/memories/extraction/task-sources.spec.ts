import { describe, expect, it } from '@jest/globals';
import { logLine, useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../../test/support/engine/engine-rows.js';
import { buildPrompt } from './proposals.js';
import { TaskSourceReader } from './task-sources.js';

const bench = useEngineBench('memories', 'memory_uses');

const OPEN = { hasNetwork: false, secrets: [] as string[] };

async function read(taskId: string, given: Partial<typeof OPEN> = {}) {
  const reader = new TaskSourceReader(bench.database);
  const { sources, given: memories } = await reader.read(await bench.task(taskId), {
    ...OPEN,
    ...given,
  });
  const texts = [...sources].map(([pointer, { text, trust }]) => [pointer, trust, text]);
  return { texts, memories, sources };
}

describe('what memories are distilled from', () => {
  it('the sources of a task are what it was given, has made and has heard of people, with the trust of each', async () => {
    const id = await bench.addTask({ params: '{"a":1}', result: '"done"' });
    const done = { status: 'success', finished_at: 1, result: '"r"' } as const;
    const asked = await bench.addApproval(id, null);
    await bench.database.execute(
      `UPDATE approvals SET status = 'approved', comment = 'Fine', decided_at = 1 WHERE id = ?`,
      [asked],
    );
    await bench.addApproval(id, null);
    await bench.database.execute(`DELETE FROM task_steps WHERE task_id = ?`, [id]);
    const step = await bench.addStep(id, { ...done, kind: 'step', name: 'count', position: 0 });
    await bench.addStep(id, { ...done, kind: 'memory', name: 'search', position: 1 });
    await bench.addStep(id, { ...done, kind: 'tool', name: 'http.get', position: 2 });
    await bench.addStep(id, { ...done, kind: 'tool', name: 'ask_person', position: 3 });
    await bench.addStep(id, {
      kind: 'mcp',
      name: 's/t',
      status: 'failed',
      error_message: 'no',
      position: 4,
    });
    await bench.addStep(id, { ...done, result: null, position: 5 });
    const run = { projectId: PROJECT, taskId: id, attempt: 1, fence: 1 };
    const lines = ['info', 'warning', 'error'].map(
      (level) => ({ ...logLine(run, level), level }) as ReturnType<typeof logLine>,
    );
    await bench.database.write(async (transaction) =>
      bench.events.append(transaction, PROJECT, lines),
    );
    const { texts, sources } = await read(id);
    expect(texts).toEqual([
      ['/params', 'high', '{\n "a": 1\n}'],
      ['/result', 'high', 'done'],
      ['/approvals/0/prompt', 'high', 'May it?'],
      ['/approvals/0/comment', 'high', 'approved: Fine'],
      ['/steps/0', 'high', 'count: r'],
      ['/steps/2', 'low', 'http.get: r'],
      ['/steps/3', 'high', 'ask_person: r'],
      ['/steps/4', 'low', 's/t: no'],
      ['/log', 'high', 'warning\nerror'],
    ]);
    expect(sources.get('/steps/0')?.stepId).toBe(step);
    // The text of a script with network access may come from outside; the text of people and clients does not.
    const trusted = (await read(id, { hasNetwork: true })).texts.filter(
      ([, trust]) => trust === 'high',
    );
    expect(trusted.map(([pointer]) => pointer)).toEqual(['/params', '/approvals/0/comment']);
    await bench.changeTask(id, { lane: 'agent' });
    expect((await read(id)).sources.has('/steps/0')).toBe(false);
  });

  it('secrets and what came from memory are left out', async () => {
    const id = await bench.addTask({
      params: JSON.stringify('The code is hush.\nkey AKIAIOSFODNN7EXAMPLE\nShips sail.'),
    });
    await bench.insert('memories', {
      id: 'm',
      project_id: PROJECT,
      scope: 'project',
      scope_id: '',
      subject_hash: '',
      kind: 'fact',
      text: 'Ships sail',
      hash: 'h',
      status: 'active',
      trust: 'high',
      created_via: 'person',
      created_by: 'Ada',
      uses: 1,
      created_at: 0,
      updated_at: 0,
    });
    const use = { memory_id: 'm', task_id: id, step_id: 's', project_id: PROJECT, created_at: 0 };
    await bench.insert('memory_uses', use);
    const { texts, memories } = await read(id, { secrets: ['hush'] });
    expect(memories).toEqual(['Ships sail']);
    expect(texts).toEqual([
      ['/params', 'high', 'The code is [withheld].\n[withheld]\n[withheld].'],
    ]);
  });
});

describe('what a model is asked', () => {
  const source = (text: string) => ({ text, trust: 'high', stepId: null }) as const;

  it('a question has the task, known memories and sources, and is cut where it would be too long', () => {
    const task = { metaTask: 'mail', description: 'd'.repeat(600) };
    const known = [{ id: 'm', text: 't', kind: 'fact' }];
    const sources = new Map([
      ['/params', source('p')],
      ['/result', source('r'.repeat(900))],
      ['/log', source('l')],
    ]);
    const whole = buildPrompt(task, sources, known, 10_000);
    expect(whole.split('\n\n')).toEqual([
      `Meta-task: "mail", "${'d'.repeat(500)}"`,
      'Known memories: [{"id":"m","kind":"fact","text":"t"}]',
      '{"pointer":"/params","text":"p"}',
      `{"pointer":"/result","text":"${'r'.repeat(900)}"}`,
      '{"pointer":"/log","text":"l"}',
    ]);
    const cut = buildPrompt({ ...task, description: null }, sources, [], 400);
    expect(cut).toMatch(
      /^Meta-task: "mail"\n\n\{"pointer":"\/params","text":"p"\}\n\n\{"pointer":"\/result","text":"r{200,}"\}$/,
    );
    expect(cut.length).toBeLessThanOrEqual(400);
    expect(buildPrompt(task, sources, known, 700)).not.toContain('/params');
  });
});
