import { expect, it } from '@jest/globals';
import { createAgentTask, runAgent } from '../support/agents.js';
import { expectAccessibleInAllViews } from '../support/browser/accessibility.js';
import { scriptedAgents } from '../support/scripted-agents.js';
import { createTask } from '../support/tasks.js';
import { usePages } from '../support/browser/pages.js';

const agents = scriptedAgents();
const pages = usePages(async () => (await agents.start()).server);

it('the transcript shows messages, tool calls, answers and tokens, accessible in all views', async () => {
  agents.inTurn(
    [['files_write', { path: '/a.txt', content: '<b>alpha</b>' }]],
    [['files_read', { path: '/missing.txt' }]],
    'It says <i>alpha</i>.',
  );
  const task = await runAgent(pages.server, {
    goal: 'Write a file.',
    tools: ['files.write', 'files.read'],
    instructions: 'Be careful. '.repeat(100),
  });
  const page = await pages.open(`/ui/p/default/runs/${task.id}`);
  await page.getByText('Tokens · cost').waitFor();
  await page.getByRole('tab', { name: 'Transcript' }).click();
  const said = page.getByRole('listitem');
  await said.filter({ hasText: 'files_write' }).getByText('"<b>alpha</b>"').waitFor();
  await said.filter({ hasText: 'Result of files' }).getByText('failed').waitFor();
  await said.filter({ hasText: 'Model' }).getByText('It says <i>alpha</i>.').waitFor();
  await page.getByText(/3 requests, 2 tool calls/).waitFor();
  await page.getByRole('button', { name: 'Show all' }).first().click();
  await expectAccessibleInAllViews(page);
  expect(await page.locator('main b, main i').count()).toBe(0);
  pages.watched.expectQuiet();
});

it('the transcript shows text while the model writes it, and then the recorded text, without a reload', async () => {
  let goOn = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  agents.inTurn([['files_write', { path: '/live.txt', content: 'x' }]], {
    begins: 'It begins <i>so</i>',
    until,
    ends: ', and ends so.',
  });
  const identifier = await createAgentTask(pages.server, {
    goal: 'Say it.',
    tools: ['files.write'],
  });
  try {
    const id = await createTask(pages.server, identifier);
    const page = await pages.open(`/ui/p/default/runs/${id}?tab=transcript`);
    const said = page.getByRole('listitem');
    await said.filter({ hasText: 'files_write' }).getByText('"/live.txt"').waitFor();
    await said.filter({ hasText: 'Model (writing)' }).getByText('It begins <i>so</i>').waitFor();
    goOn();
    await said
      .filter({ hasText: 'Model' })
      .getByText('It begins <i>so</i>, and ends so.')
      .waitFor();
    await page.getByText('Model (writing)').waitFor({ state: 'detached' });
    await said.filter({ hasText: 'Result of files' }).waitFor();
    await page.getByText(/2 requests, 1 tool call/).waitFor();
    expect(await page.locator('main i').count()).toBe(0);
    const reads = pages.watched.requests.filter((one) => one.endsWith('/transcript'));
    expect(reads.length).toBeLessThan(10);
    pages.watched.expectQuiet();
  } finally {
    goOn();
  }
});
