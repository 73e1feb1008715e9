import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible, expectAccessibleInAllViews } from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { KnowledgeBase } from '../support/knowledge-base.js';
import { until } from '../support/until.js';
import { startServer } from '../support/server.js';

const FILES = '/external/v1/projects/default/files';
/** Messages that the browser logs for failed requests. */
const REFUSED = /status of (409|412|413|416|422)/;
const GUIDE = `---
owner: ada
---
# Guide

Some words.

## Pay

By [table](../data/people.csv#x), or [below](#refunds).

![plan](plan.svg)

## Refunds

${'They take five days.\n\n'.repeat(40)}The last line.
`;

/** Id of the default workspace. */
const pages = usePages(() => startServer({ METARUN_CONVERSION_WAIT_SECONDS: '0' }));
const { open } = pages;
let ws: string;

beforeAll(async () => {
  const { body } = await pages.server.call<{ id: string }[]>('GET', '/projects/default/workspaces');
  ws = body[0]?.id ?? '';
  await put('/docs/guide.md', GUIDE);
  await put('/docs/plan.svg', SVG);
  const people = Array.from({ length: 1_200 }, (_, row) => `Person ${row},"City, ${row}"`);
  await put('/data/people.csv', `name,city\n${people.join('\n')}\n`);
  await put('/data/tree.json', '{"deep": {"member": [1, "two"]}}');
  await put('/data/page.html', '<h1>No page</h1>\n<script>alert(1)</script>\n');
});

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>alert(1)</script><rect width="40" height="20"/></svg>';

async function put(path: string, content: string, encoding = 'utf-8'): Promise<void> {
  const answer = await pages.server.call('PUT', `${FILES}/content`, {
    body: { path, content, encoding },
  });
  if (answer.status >= 300) throw new Error(answer.text);
}

async function upload(folder: string, files: [name: string, content: string][]): Promise<void> {
  const form = new FormData();
  for (const [name, content] of files) form.append('file', new Blob([content]), name);
  form.append('dir_path', folder);
  const headers = { Authorization: `Bearer ${pages.server.apiKey}` };
  const answer = await fetch(`${pages.server.url}${FILES}/upload`, {
    method: 'POST',
    headers,
    body: form,
  });
  if (!answer.ok) throw new Error(await answer.text());
}

const at = (path: string, of = ws): string =>
  `/ui/p/default/files/${of}${path.split('/').map(encodeURIComponent).join('/')}`;
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

it('a folder shows its tree, loads its entries while scrolling and links back to its parents', async () => {
  const names = Array.from(
    { length: 450 },
    (_, index) => `n ${String(index).padStart(3, '0')}.txt`,
  );
  const form = new FormData();
  for (const name of names) form.append('file', new Blob(['x']), name);
  form.append('dir_path', '/many');
  const headers = { Authorization: `Bearer ${pages.server.apiKey}` };
  await fetch(`${pages.server.url}${FILES}/upload`, { method: 'POST', headers, body: form });
  const page = await open('/ui/p/default/files');
  // There is only one workspace.
  await page.waitForURL(`**/files/${ws}**`);
  const tree = page.getByRole('navigation', { name: 'Folders' });
  await tree.getByRole('link', { name: 'many' }).click();
  await heading(page, 'many').waitFor();
  const table = page.getByRole('table', { name: 'Contents of /many' });
  await table.getByText('n 000.txt').waitFor();
  expect(await table.getByRole('row').count()).toBeLessThan(150);
  await until('the last entry is shown', async () => {
    await page.mouse.wheel(0, 20_000);
    return (await table.getByText('n 449.txt').count()) > 0 || undefined;
  });
  await page.evaluate(() => scrollTo({ top: 0 }));
  await table.getByText('n 000.txt').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.locator('a:focus').getByText('n 001.txt').waitFor();
  await page.keyboard.press('Enter');
  await heading(page, 'n 001.txt').waitFor();
  await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Root' }).click();
  await heading(page, 'Root').waitFor();
  await page.goBack();
  await heading(page, 'n 001.txt').waitFor();
  await page.goto(`${at('/none/such')}?odd=1`);
  await page.getByText('There is no file or folder /none/such').waitFor();
  await page.getByText('Unknown parameters in the address were ignored: odd').waitFor();
  pages.watched.expectQuiet(REFUSED);
});

it('Markdown is shown with an outline, pictures and links, and opens at a heading or line', async () => {
  const page = await open(`${at('/docs/guide.md')}?heading=refunds`);
  const marked = page.locator('.markdown [aria-current]');
  await marked.getByText('Refunds').waitFor();
  await page.getByText('owner: ada').waitFor();
  const picture = page.getByRole('img', { name: 'plan' });
  await picture.scrollIntoViewIfNeeded();
  await until('the picture is loaded', async () =>
    (await picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)) ===
    40
      ? true
      : undefined,
  );
  const last = GUIDE.split('\n').indexOf('The last line.') + 1;
  await page.goto(`${at('/docs/guide.md')}#L${last}`);
  await marked.getByText('The last line.').waitFor();
  expect(await marked.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(
    await page.evaluate(() => innerHeight),
  );
  expect(page.url()).toContain(`line=${last}`);
  await page.getByRole('link', { name: 'below' }).click();
  await marked.getByText('Refunds').waitFor();
  await page.getByRole('link', { name: 'table' }).click();
  await heading(page, 'people.csv').waitFor();
  await page.goBack();
  await page.getByText('Table of contents', { exact: true }).click();
  await page.getByRole('listitem').getByRole('link', { name: 'Pay' }).click();
  await marked.getByText('Pay').waitFor();
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await page.getByRole('region', { name: 'Lines of guide.md' }).getByText('## Pay').waitFor();
  pages.watched.expectQuiet();
});

it('tables, JSON, texts and pictures get a preview, and no file is ever rendered as a page', async () => {
  const page = await open(at('/data/people.csv'));
  const table = page.getByRole('region', { name: 'Table of people.csv' });
  await table.getByText('City, 0', { exact: true }).waitFor();
  await page.getByText('The first 1,000 rows').waitFor();
  expect(await table.getByRole('row').count()).toBeLessThan(100);
  await table.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await table.getByText('City, 999', { exact: true }).waitFor();
  await page.goto(at('/data/tree.json'));
  await page.getByText('"two"').waitFor();
  await page.goto(at('/docs/plan.svg'));
  await page.getByRole('img', { name: 'Image plan.svg' }).waitFor();
  await page.goto(`${at('/data/page.html')}?line=2`);
  const lines = page.getByRole('region', { name: 'Lines of page.html' });
  await lines.locator('[aria-current]').getByText('<script>alert(1)</script>').waitFor();
  expect(await page.locator('iframe, object, embed, main script').count()).toBe(0);
  await put('/data/odd.bin', 'AAECA/8=', 'base64');
  await page.goto(at('/data/odd.bin'));
  await page.getByText('This file is not UTF-8 text').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('odd.bin');
  pages.watched.expectQuiet();
});

it('a large text shows its beginning, or the lines that the address names', async () => {
  const row = 'x'.repeat(60);
  const rows = Array.from({ length: 40_000 }, (_, line) => `${line + 1} ${row}`);
  await upload('/', [['large.txt', `${rows.join('\n')}\n`]]);
  const page = await open(at('/large.txt'));
  await page.getByText(/Only the first 1\.0 MiB of 2\.5 MiB are shown/).waitFor();
  const lines = page.getByRole('region', { name: 'Lines of large.txt' });
  await lines.getByText(`1 ${row}`, { exact: true }).waitFor();
  expect(await lines.getByRole('button').count()).toBeLessThan(150);
  await lines.getByRole('button', { name: 'Link to line 3', exact: true }).click();
  await lines
    .getByRole('button', { name: 'Link to line 5', exact: true })
    .click({ modifiers: ['Shift'] });
  await page.waitForURL('**line=3-5');
  expect(await lines.locator('[aria-current]').count()).toBe(3);
  await page.goto(`${at('/large.txt')}?line=39000`);
  await lines.locator('[aria-current]').getByText(`39000 ${row}`).waitFor();
  await page.goto(`${at('/large.txt')}?line=50000`);
  await page.getByText('There is no line 50,000').waitFor();
  pages.watched.expectQuiet(REFUSED);
});

it('an upload asks before it replaces a file and reports why a file was refused', async () => {
  const body = { name: 'Small', quota_bytes: 40 };
  const made = await pages.server.call<{ id: string }>('POST', '/projects/default/workspaces', {
    body,
  });
  const page = await open(at('/', made.body.id));
  await page.getByText('This folder is empty').waitFor();
  const choose = page.getByLabel('Files to upload');
  const file = (name: string, text: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  });
  await choose.setInputFiles([file('a.txt', 'one'), file('b.txt', 'two')]);
  const table = page.getByRole('table', { name: 'Contents of /' });
  await table.getByText('b.txt').waitFor();
  const tray = page.getByRole('region', { name: 'Uploads' });
  await tray.getByText('2 files uploaded.').waitFor();
  await choose.setInputFiles([file('a.txt', 'three'), file('b.txt', 'four')]);
  await tray.getByText('2 files already exist').waitFor();
  await expectAccessible(page);
  await tray.getByRole('button', { name: 'Keep both: a.txt' }).click();
  await table.getByText('a (2).txt').waitFor();
  await tray.getByRole('button', { name: 'Replace: b.txt' }).click();
  await tray.getByText('4 files uploaded.').waitFor();
  await choose.setInputFiles([file('big.txt', 'x'.repeat(50))]);
  await tray.getByText(/of 40 bytes; this would add 50/).waitFor();
  await tray.getByRole('button', { name: 'Cancel: big.txt' }).click();
  await page.locator('.drop-place').evaluate((place) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['dropped'], 'c.txt'));
    for (const type of ['dragenter', 'dragover', 'drop'])
      place.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  });
  await table.getByText('c.txt').waitFor();
  await tray.getByRole('button', { name: 'Hide completed' }).click();
  await tray.waitFor({ state: 'detached' });
  pages.watched.expectQuiet(REFUSED);
});

it('documents appear as they are converted, with their warnings or the reason for a failure', async () => {
  const base = await KnowledgeBase.create(pages.server, 'Documents');
  const page = await open(at('/', base.ws));
  await page
    .getByText('live', { exact: true })
    .or(page.getByText('This folder is empty'))
    .first()
    .waitFor();
  await page.getByText('This folder is empty').waitFor();
  await page.getByLabel('Files to upload').setInputFiles([
    { name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from('{"a": ') },
    { name: 'fine.html', mimeType: 'text/html', buffer: Buffer.from('<h1>Fine</h1>') },
  ]);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('broken.json.md').getByText('1 warning').waitFor();
  await row('fine.html.md').getByText('7 B').waitFor();
  await base.add([{ name: 'late.docx', bytes: 'PK\u0003\u0004 no archive' }], '/');
  await row('late.docx.md').getByText('conversion failed').waitFor();
  await page.getByRole('link', { name: 'broken.json.md' }).click();
  await page.getByText('The JSON does not parse; it is kept as it is.').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Original' }).waitFor();
  await page.goto(at('/late.docx.md', base.ws));
  await page.getByText('late.docx could not be converted.').waitFor();
  await page.getByRole('button', { name: 'Convert again' }).click();
  await page.getByText('late.docx could not be converted.').waitFor();
  await expectAccessible(page);
  pages.watched.expectQuiet(REFUSED);
});

it('a viewer can open and download files, and sees no button that changes them', async () => {
  const role = { name: 'reader', role: 'viewer' };
  const { body } = await pages.server.call<{ token: string }>('POST', '/auth/tokens', {
    body: role,
  });
  const page = await pages.open(at('/docs'), body.token);
  await page.getByRole('link', { name: 'guide.md' }).click();
  await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
  const changes = /Upload|Move|Delete|Restore/;
  expect(await page.getByRole('button', { name: changes }).count()).toBe(0);
  pages.watched.expectQuiet();
});

it('a search result cites its place in the file and opens there', async () => {
  const page = await open('/ui/p/default/search');
  await page.getByText('Search all text files of a workspace').waitFor();
  await page.getByLabel('Search term').fill('"five days" last');
  await page.keyboard.press('Enter');
  const found = page.getByRole('link', {
    name: /^\/docs\/guide\.md › Guide › Refunds › line \d+$/,
  });
  await found.waitFor();
  expect(await page.locator('mark').first().innerText()).toMatch(/five|last/);
  await expectAccessible(page);
  await found.click();
  await page.locator('.markdown [aria-current]').first().waitFor();
  await page.goBack();
  await found.waitFor();
  await page.getByLabel('Search term').fill('zebra');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByText('No results').waitFor();
  await page.getByLabel('Search term').fill('---');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByRole('alert').waitFor();
  await page.goto('/ui/p/default/search?q=five&ws=00000000-0000-4000-8000-000000000000');
  await page.getByText('There is no workspace').waitFor();
  pages.watched.expectQuiet(REFUSED);
});

it('previews and a dialog are accessible in all views', async () => {
  const page = await open(at('/data/people.csv'));
  for (const [path, shown] of [
    ['/data/people.csv', '.csv td'],
    ['/data/tree.json', '.json-text'],
    ['/data/page.html', '.log-line'],
  ] as const) {
    await page.goto(at(path));
    await page.locator(shown).first().waitFor();
    await page.getByRole('link', { name: 'Version 1', exact: true }).waitFor();
    await expectAccessibleInAllViews(page);
  }
  await page.getByRole('button', { name: 'Delete…' }).click();
  await expectAccessibleInAllViews(page);
  pages.watched.expectQuiet();
});
