import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  expectAccessible,
  expectAccessibleInAllViews,
  expectAccessibleOnPhone,
  PHONE,
} from '../support/browser/accessibility.js';
import { watchedContext } from '../support/browser/watched-page.js';
import { sized } from '../support/size.js';
import { startServer } from '../support/server.js';
import { createMetaTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';
import { usePages } from '../support/browser/pages.js';

const ASKS = `
def run(params, reporter):
    reporter.set_phase(params.get("phase", "Asking"))
    reporter.set_progress(40)
    if params.get("fail"):
        raise ValueError(params["fail"])
    reporter.ask_approval("Go on?")
`;
const RUNS = '/ui/p/default/runs';
const TABS = sized(8, 3);
/**
 * Messages that the browser logs for failed requests, such as the first one for the signed-in user, and for cleared
 * data.
 */
const REFUSED = /status of 401|Clear-Site-Data/;

const pages = usePages(startServer);
beforeAll(async () => {
  await createMetaTask(pages.server, 'python', ASKS, { name: 'Asks' });
});

async function loginLink(): Promise<string> {
  const { body } = await pages.server.call<{ url: string }>('POST', '/auth/login-codes');
  return body.url.slice(pages.server.url.length);
}

async function newRun(name: string, params: object = {}): Promise<string> {
  const body = { task_type_identifier: 'asks', name, params };
  const answer = await pages.server.call<{ id: string }>('POST', TASKS, { body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

/** Signs the browser in and returns its page with the list of runs. */
async function runsPage(): Promise<Page> {
  const link = await loginLink();
  const page = await pages.watched.newPage(link.replace('#', `?to=${encodeURIComponent(RUNS)}#`));
  await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
  return page;
}

function row(page: Page, name: string) {
  return page.getByRole('row').filter({ hasText: name });
}

describe('signing in', () => {
  it('the link of metarun open signs in to the Now page and leaves no code behind', async () => {
    const page = await pages.watched.newPage(await loginLink());
    await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/ui/p/default');
    expect(page.url()).not.toContain('mrc_');
    expect(await page.evaluate(() => document.cookie)).toBe('');
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).toBe('{}');
    expect(pages.watched.requests.join()).not.toContain('mrc_');
    pages.watched.expectQuiet();
  });

  it('a used login code is reported, and the page offers to sign in by token', async () => {
    const link = await loginLink();
    const first = await pages.watched.newPage(link);
    await first.getByRole('heading', { name: 'Now', exact: true }).waitFor();
    const other = await watchedContext(pages.browser, pages.server.url);
    const page = await other.newPage(link);
    await page.getByRole('alert').filter({ hasText: 'metarun open' }).waitFor();
    await page.getByLabel('Access token').waitFor();
    await other.context.close();
  });

  it('signing in never redirects to another server', async () => {
    const page = await pages.watched.newPage(
      `/ui/login?to=${encodeURIComponent('https://example.com/')}`,
    );
    await page.getByLabel('Access token').fill(pages.server.adminToken);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
    pages.watched.expectQuiet(REFUSED);
  });
});

describe('a session', () => {
  it('a session ended elsewhere opens a sign-in dialog over the page, which continues afterwards', async () => {
    const page = await runsPage();
    const filter = page.getByRole('searchbox');
    await filter.fill('kept');
    await pages.server.call('DELETE', '/auth/sessions');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Your session has ended').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Access token').fill(pages.server.adminToken);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await filter.inputValue()).toBe('kept');
    await filter.fill('');
    await filter.press('Enter');
    await page.getByText('live', { exact: true }).waitFor();
    await newRun('Seen after all');
    await row(page, 'Seen after all').getByText('waiting').waitFor();
    pages.watched.expectQuiet(REFUSED);
  });
});

describe('the runs', () => {
  it('all tabs of a browser show changes live through a single stream', async () => {
    const page = await runsPage();
    const tabs = [page];
    while (tabs.length < TABS) tabs.push(await pages.watched.newPage(RUNS));
    for (const tab of tabs) await tab.getByText('live', { exact: true }).waitFor();
    const streams = pages.watched.requests.filter((one) => one.endsWith('/events'));
    expect(streams).toHaveLength(1);
    const id = await newRun('Seen live', { phase: 'Reading <b>it</b>' });
    for (const tab of tabs) {
      await row(tab, 'Seen live').getByText('waiting').waitFor();
      await row(tab, 'Seen live').getByText('Reading <b>it</b>').waitFor();
    }
    // The tab that holds the stream is closed, so another takes over.
    await tabs.shift()?.close();
    await pages.server.call('POST', `${TASKS}/${id}/cancel`);
    for (const tab of tabs) await row(tab, 'Seen live').getByText('cancelled').waitFor();
    pages.watched.expectQuiet();
  });

  it('live changes of runs cause no further requests of the list', async () => {
    const page = await runsPage();
    await page.getByText('live', { exact: true }).waitFor();
    await page.waitForLoadState('domcontentloaded');
    const settled = await until('the first questions are answered', async () => {
      const before = pages.watched.requests.length;
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
      return pages.watched.requests.length === before ? before : undefined;
    });
    // The navigation counts approvals and the list shows figures, so these are read.
    const asked = (): string[] =>
      pages.watched.requests.slice(settled).filter((one) => !/\/(?:approvals|stats)$/.test(one));
    const id = await newRun('Counted', {});
    await row(page, 'Counted').getByText('waiting').waitFor();
    expect(asked()).toEqual([]);
    await pages.server.call('POST', `${TASKS}/${id}/cancel`);
    await row(page, 'Counted').getByText('cancelled').waitFor();
    expect(asked()).toEqual([]);
  });

  it('the list of runs renders texts of scripts as plain text and makes invisible characters visible', async () => {
    const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>\u202egnp.exe';
    // A name cannot contain the character U+202E.
    const id = await newRun(hostile.slice(0, hostile.indexOf('\u202e')), { fail: hostile });
    await taskWhen(pages.server, id, ({ status }) => status === 'failed');
    const page = await runsPage();
    const failed = row(page, '<img src=x');
    await failed.getByText('⟨U+202E⟩gnp.exe').first().waitFor();
    expect(await page.locator('main img, main script').count()).toBe(0);
    pages.watched.expectQuiet();
  });

  it('the list of runs ignores unknown parts of its address and reports them', async () => {
    await runsPage();
    const page = await pages.watched.newPage(`${RUNS}?status=odd&x=1&q=a`);
    await page.getByText(/were ignored: .*status.*x/).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('a');
  });

  it('the list of runs reports an unreachable server and loads again on request', async () => {
    const page = await runsPage();
    await page.route('**/tasks?*', (route) => route.abort());
    await page.reload();
    const alert = page.getByRole('alert');
    await alert.getByText('cannot be reached').waitFor();
    await page.unroute('**/tasks?*');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table').waitFor();
  });

  it('a project without runs shows a hint instead of the list', async () => {
    await pages.server.call('POST', '/projects', { body: { name: 'Empty', slug: 'empty' } });
    const page = await runsPage();
    await page.getByLabel('Project').selectOption('empty');
    await page.getByText('No runs yet').waitFor();
    expect(new URL(page.url()).pathname).toBe('/ui/p/empty/runs');
    await expectAccessible(page);
    pages.watched.expectQuiet();
  });
});

describe('every screen', () => {
  it('the keyboard opens the help and skips to the content', async () => {
    const page = await runsPage();
    await page.getByRole('table').waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.goto('/ui/p/none/runs');
    await page.getByText('There is no project "none" that you can open').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.goto(RUNS);
    await page.getByRole('table').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    pages.watched.expectQuiet();
  });

  it('an unknown address shows that nothing was found', async () => {
    await runsPage();
    const page = await pages.watched.newPage('/ui/nothing/here');
    await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
    await expectAccessible(page);
    pages.watched.expectQuiet();
  });

  it('the sign-in page and the open menus are accessible in all views', async () => {
    const login = await pages.watched.newPage('/ui/login');
    await login.getByLabel('Access token').waitFor();
    await expectAccessibleInAllViews(login);
    const page = await runsPage();
    const menu = page.getByText('admin, admin');
    await menu.click();
    await page.getByRole('button', { name: 'Sign out everywhere' }).waitFor();
    await expectAccessibleInAllViews(page);
    await page.reload();
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await menu.click();
    await page.getByRole('button', { name: 'Sign out everywhere' }).waitFor();
    await expectAccessibleOnPhone(page);
    pages.watched.expectQuiet(REFUSED);
  });
});
