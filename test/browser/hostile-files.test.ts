/** Tests that hostile names and contents of files create no element, open no dialog and send no request elsewhere. */
import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ATTACK_NAME, ATTACKS, MARKDOWN_ATTACKS } from './hostile-texts.js';
import { usePages } from '../support/browser/pages.js';
import { KnowledgeBase } from '../support/knowledge-base.js';
import { createMetaTask, createTask, taskWhen } from '../support/tasks.js';
import { sharedServer } from '../support/shared-server.js';
import { sql } from '../support/sql.js';

const FILES = '/external/v1/projects/default/files';
const REFUSED = /status of (412|422)/;
/** Names that files may have: without slashes, backslashes and control characters. */
const NAMES = [...ATTACKS.slice(0, 28), ATTACK_NAME].map((text) => text.replaceAll(/[/\\]/g, '∕'));
const NAME = '<img src=x onerror=alert(1)> 100%41 #?&+.md';

const pages = usePages(sharedServer);
const { open } = pages;
let ws: string;

beforeAll(async () => {
  const { body } = await pages.server.call<{ id: string }[]>('GET', '/projects/default/workspaces');
  ws = body[0]?.id ?? '';
});

async function put(path: string, content: string): Promise<void> {
  const answer = await pages.server.call('PUT', `${FILES}/content`, { body: { path, content } });
  if (answer.status >= 300) throw new Error(answer.text);
}

const at = (path: string, of = ws): string =>
  `/ui/p/default/files/${of}${path.split('/').map(encodeURIComponent).join('/')}`;

/** Fails if a text has become an element, an attribute or an active address. */
async function expectTextOnly(page: Page): Promise<void> {
  const made = await page.locator('main').evaluate((main) => {
    const outside = (address: string): boolean =>
      new URL(address, location.origin).origin !== location.origin;
    const of = 'script, style, link, base, meta, iframe, object, embed, svg, math, video, template';
    const found = [...main.querySelectorAll(of)].map(({ outerHTML }) => outerHTML);
    for (const element of main.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on')) found.push(`${name}=${value}`);
        if (/^(?:src|action|formaction)$/.test(name) && !value.startsWith(`${location.origin}/`))
          found.push(`${name}=${value}`);
        if (name === 'href' && !/^(?:https?:\/\/|mailto:|\/ui\/)/.test(value))
          found.push(`${name}=${value}`);
        // External addresses may only be links that a user follows on purpose.
        if (name === 'href' && outside(value) && !element.matches('a[rel~=noopener]'))
          found.push(`${name}=${value}`);
      }
    }
    return found;
  });
  expect(made).toEqual([]);
}

it('hostile names of files and folders are rendered as plain text', async () => {
  // The table shows only its first rows, which include the opened folder.
  for (const name of NAMES) await put(`/${name.slice(0, 60)}/${name.slice(0, 60)}.txt`, name);
  await put(`/!named/${NAME}`, '# Named\n');
  // This file dates from before such names were refused.
  await put('/!old/old.txt', 'old');
  const reversed = (column: string): string =>
    `${column} = replace(${column}, '!old', '!\u202eold')`;
  await sql(
    pages.server,
    `UPDATE files SET ${['path', 'parent_path', 'name'].map(reversed).join(', ')} WHERE path LIKE '/!old%'`,
  );
  await put(`/!named/${NAME}`, '# Named again\n');
  const page = await open(at('/'));
  await page.getByRole('table').getByText('<script>alert(1)', { exact: false }).first().waitFor();
  await expectTextOnly(page);
  await page.getByRole('table').getByText('⟨U+202E⟩', { exact: false }).first().waitFor();
  await page.getByRole('table').getByText('!named').click();
  await page.getByRole('table').getByText(NAME, { exact: true }).click();
  await page.locator('.markdown').getByText('Named again').waitFor();
  expect(await page.getByRole('heading', { level: 2 }).first().innerText()).toBe(NAME);
  await page.getByRole('button', { name: 'Move or rename…' }).click();
  await expectTextOnly(page);
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('link', { name: 'Version 1', exact: true }).click();
  await page.getByText('This is version 1').waitFor();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('link', { name: 'Deleted files' }).click();
  await page.getByRole('link', { name: `/!named/${NAME}` }).click();
  await page.getByText('This file was deleted.').waitFor();
  await expectTextOnly(page);
  await page.goto(at(`/none/${NAMES[1]}`));
  await page.getByText('There is no file or folder').waitFor();
  await expectTextOnly(page);
  pages.watched.expectQuiet();
});

it('hostile contents are rendered as inert text in Markdown, tables, JSON and lines', async () => {
  const all = [...MARKDOWN_ATTACKS, ...ATTACKS];
  await put('/in/attack.md', `# Begin\n\n${all.join('\n\n')}\n\nThe end.\n`);
  const cells = ATTACKS.map((text) => `"${text.replaceAll('"', '""')}",x`);
  await put('/in/attack.csv', `"<img src=x onerror=alert(1)>",b\n${cells.join('\n')}\n`);
  await put('/in/attack.json', JSON.stringify({ '<script>alert(1)</script>': all.slice(0, 30) }));
  await put('/in/attack.html', ATTACKS.join('\n'));
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>';
  await put('/in/attack.svg', svg);
  const page = await open(at('/in/attack.md'));
  await page.locator('.markdown').getByText('The end.').waitFor();
  await expectTextOnly(page);
  await page.getByText('Table of contents', { exact: true }).click();
  await page
    .locator('.outline')
    .getByRole('link', { name: /heading$/ })
    .click();
  await page.locator('.markdown [aria-current]').waitFor();
  for (const [name, shown] of [
    ['attack.csv', '.csv td'],
    ['attack.json', '.json-text'],
    ['attack.html', '.log-line'],
    ['attack.svg', '.picture'],
  ] as const) {
    await page.goto(at(`/in/${name}`));
    await page.locator(shown).first().waitFor();
    await expectTextOnly(page);
  }
  pages.watched.expectQuiet();
});

it('search results and messages of the document conversion are rendered as plain text', async () => {
  await put(
    '/found/a.md',
    `# <img src=x onerror=alert(1)>\n\nneedle ${ATTACKS.slice(0, 4).join(' ')}\n`,
  );
  const page = await open('/ui/p/default/search?q=needle');
  await page.locator('mark').getByText('needle').waitFor();
  await page.getByText('<img src=x onerror=alert(1)>').first().waitFor();
  await expectTextOnly(page);
  await page.goto(
    `/ui/p/default/search?q=${encodeURIComponent('zebra <img src=x onerror=alert(1)>')}`,
  );
  // The names of the hostile files contain part of the query.
  await page.getByText('without zebra').first().waitFor();
  await expectTextOnly(page);
  const base = await KnowledgeBase.create(pages.server, '<img src=x onerror=alert(1)>');
  await page.goto(at('/', base.ws));
  const names = ['<img src=x onerror=alert(1)>.json', '<script>alert(1)<∕script>.docx'];
  await page.getByLabel('Files to upload').setInputFiles([
    { name: names[0] ?? '', mimeType: 'application/json', buffer: Buffer.from('{"a": <script>') },
    {
      name: names[1] ?? '',
      mimeType: 'application/zip',
      buffer: Buffer.from('PK\u0003\u0004 <b>'),
    },
  ]);
  await page.getByText('1 warning').waitFor();
  await page.getByRole('region', { name: 'Uploads' }).getByText('failed').waitFor();
  await expectTextOnly(page);
  await page.getByRole('table').getByText(`${names[0]}.md`).click();
  await page.getByText('The JSON does not parse').waitFor();
  await expectTextOnly(page);
  await page.goto('/ui/p/default/files');
  await page.getByRole('link', { name: '<img src=x onerror=alert(1)>' }).waitFor();
  await expectTextOnly(page);
  pages.watched.expectQuiet(REFUSED);
});

it('hostile file names of a run are rendered as plain text in its result', async () => {
  const script = `
def run(params, reporter):
    reporter.files.write(params["path"], "x")
    print("wrote " + params["path"])
    return {"path": params["path"], "texts": params["texts"]}
`;
  await createMetaTask(pages.server, 'python', script, { name: 'Writes' });
  const path = `/out/${NAME.replaceAll(' ', '_')}`;
  // A longer list would be collapsed at first.
  const texts = [...MARKDOWN_ATTACKS, ...ATTACKS.slice(0, 10)];
  const task = await createTask(pages.server, 'writes', { path, texts });
  await taskWhen(pages.server, task, ({ status }) => status === 'success');
  const page = await open(`/ui/p/default/runs/${task}`);
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByRole('link', { name: path }).waitFor();
  const asMarkdown = result.getByRole('button', { name: 'as Markdown' });
  for (let left = await asMarkdown.count(); left > 0; left -= 1) await asMarkdown.first().click();
  await result.locator('.markdown').last().waitFor();
  await expectTextOnly(page);
  await result.getByRole('link', { name: path }).click();
  await page
    .getByRole('region', { name: /^Lines of/ })
    .or(page.locator('.markdown'))
    .first()
    .waitFor();
  await expectTextOnly(page);
  pages.watched.expectQuiet();
});
