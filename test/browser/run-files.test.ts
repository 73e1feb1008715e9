/** The files of a run: where its result and log name them, and at the contents that it wrote. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { expectAccessible } from '../support/browser/accessibility.js';
import { openBrowser } from '../support/browser/open-browser.js';
import { signedInPage } from '../support/browser/signed-in-page.js';
import { type Watched, watchedContext } from '../support/browser/watched-page.js';
import { startServer, type TestServer } from '../support/server.js';
import { createMetaTask, createTask, taskWhen } from '../support/tasks.js';

const SCRIPT = `
def run(params, reporter):
    reporter.files.write("/out/report.md", "# Report\\n\\nOf this run.\\n")
    print("wrote /out/report.md, not /out/none.md")
    return {"report": "/out/report.md", "other": "/before.txt", "none": "/out/none.md",
            "note": "## Done\\n\\nIt is **done**. <img src=x onerror=alert(1)>"}
`;

let server: TestServer;
let browser: Browser;
let watched: Watched;
let task: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  await put('/before.txt', 'It was there.\n');
  await createMetaTask(server, 'python', SCRIPT, { name: 'Writes' });
  await createMetaTask(
    server,
    'python',
    'def run(params, reporter):\n    return "# All\\n\\n- one\\n- two\\n"\n',
    { name: 'Says' },
  );
  task = await createTask(server, 'writes');
  await taskWhen(server, task, ({ status }) => status === 'success');
  await put('/out/report.md', '# Later\n');
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(async () => {
  watched = await watchedContext(browser, server.url);
});
afterEach(() => watched.context.close());

async function put(path: string, content: string): Promise<void> {
  const body = { path, content };
  const answer = await server.call('PUT', '/external/v1/projects/default/files/content', { body });
  if (answer.status >= 300) throw new Error(answer.text);
}

const open = (rest: string): Promise<Page> =>
  signedInPage(server, watched, `/ui/p/default/runs/${rest}`);

it('a result and a log lead to the files that they name, at the contents that the run wrote', async () => {
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
  await page.getByText('This is version 1, not the present content.').waitFor();
  await page.getByRole('link', { name: 'To the present content' }).click();
  await page.locator('.markdown').getByText('Later').waitFor();
  await page.goBack();
  await page.goBack();
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByRole('tabpanel').getByRole('link', { name: '/out/report.md' }).click();
  await page.locator('.markdown').getByText('Of this run.').waitFor();
  watched.expectQuiet();
});

it('a text that is Markdown can be shown so', async () => {
  const page = await open(task);
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByRole('button', { name: 'as Markdown' }).click();
  await result.locator('strong').getByText('done').waitFor();
  await result.getByText('<img src=x onerror=alert(1)>').waitFor();
  expect(await result.locator('img').count()).toBe(0);
  await expectAccessible(page);
  await result.getByRole('button', { name: 'as text' }).click();
  await result.getByText(/"## Done/).waitFor();
  const id = await createTask(server, 'says');
  await taskWhen(server, id, ({ status }) => status === 'success');
  await page.goto(`/ui/p/default/runs/${id}`);
  await page
    .getByRole('region', { name: 'Result' })
    .getByRole('listitem')
    .getByText('two')
    .waitFor();
  watched.expectQuiet();
});
