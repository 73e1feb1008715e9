import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { createMetaTask, createTask, taskWhen } from '../support/tasks.js';
import { sharedServer } from '../support/shared-server.js';

const SCRIPT = `
def run(params, reporter):
    reporter.files.write("/out/report.md", "# Report\\n\\nOf this run.\\n")
    print("wrote /out/report.md, not /out/none.md")
    return {"report": "/out/report.md", "other": "/before.txt", "none": "/out/none.md",
            "note": "## Done\\n\\nIt is **done**. <img src=x onerror=alert(1)>"}
`;

const pages = usePages(sharedServer);
let task: string;

beforeAll(async () => {
  await put('/before.txt', 'It was there.\n');
  await createMetaTask(pages.server, 'python', SCRIPT, { name: 'Writes' });
  await createMetaTask(
    pages.server,
    'python',
    'def run(params, reporter):\n    return "# All\\n\\n- one\\n- two\\n"\n',
    { name: 'Says' },
  );
  task = await createTask(pages.server, 'writes');
  await taskWhen(pages.server, task, ({ status }) => status === 'success');
  await put('/out/report.md', '# Later\n');
});

async function put(path: string, content: string): Promise<void> {
  const body = { path, content };
  const answer = await pages.server.call('PUT', '/external/v1/projects/default/files/content', {
    body,
  });
  if (answer.status >= 300) throw new Error(answer.text);
}

const open = (rest: string): Promise<Page> => pages.open(`/ui/p/default/runs/${rest}`);

it('links in a result and a log open the named files with the contents that the run wrote', async () => {
  const page = await open(task);
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByRole('link', { name: '/before.txt' }).waitFor();
  expect(await result.getByRole('link').count()).toBe(2);
  const lines = page.getByRole('region', { name: 'Last lines before the end' });
  await lines.getByRole('link', { name: '/out/report.md' }).waitFor();
  await page
    .getByRole('region', { name: 'Files written' })
    .getByRole('link', { name: '/out/report.md' })
    .waitFor();
  await expectAccessible(page);
  await result.getByRole('link', { name: '/out/report.md' }).click();
  await page.locator('.markdown').getByText('Of this run.').waitFor();
  await page.getByText('This is version 1, not the current version.').waitFor();
  await page.getByRole('link', { name: 'Go to the current version' }).click();
  await page.locator('.markdown').getByText('Later').waitFor();
  await page.goBack();
  await page.goBack();
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByRole('tabpanel').getByRole('link', { name: '/out/report.md' }).click();
  await page.locator('.markdown').getByText('Of this run.').waitFor();
  pages.watched.expectQuiet();
});

it('a Markdown text in a result can be rendered', async () => {
  const page = await open(task);
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByRole('button', { name: 'as Markdown' }).click();
  await result.locator('strong').getByText('done').waitFor();
  await result.getByText('<img src=x onerror=alert(1)>').waitFor();
  expect(await result.locator('img').count()).toBe(0);
  await expectAccessible(page);
  await result.getByRole('button', { name: 'as text' }).click();
  await result.getByText(/"## Done/).waitFor();
  const id = await createTask(pages.server, 'says');
  await taskWhen(pages.server, id, ({ status }) => status === 'success');
  await page.goto(`/ui/p/default/runs/${id}`);
  await page
    .getByRole('region', { name: 'Result' })
    .getByRole('listitem')
    .getByText('two')
    .waitFor();
  pages.watched.expectQuiet();
});
