/** The page of a run of an agent: what it and its model have said. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { runAgent } from '../support/agents.js';
import { expectAccessible } from '../support/browser/accessibility.js';
import { openBrowser } from '../support/browser/open-browser.js';
import { signedInPage } from '../support/browser/signed-in-page.js';
import { watchedContext } from '../support/browser/watched-page.js';
import { scriptedAgents } from '../support/scripted-agents.js';
import type { TestServer } from '../support/server.js';

const agents = scriptedAgents();
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  [{ server }, browser] = await Promise.all([agents.start(), openBrowser()]);
});
afterAll(() => browser?.close());

it.each([
  ['light', 1280],
  ['dark', 390],
] as const)(
  'shows messages, calls, answers and tokens, in %s at %i pixels',
  async (colorScheme, width) => {
    agents.inTurn(
      [['files_write', { path: '/a.txt', content: '<b>alpha</b>' }]],
      [['files_read', { path: '/missing.txt' }]],
      'It says <i>alpha</i>.',
    );
    const task = await runAgent(server, {
      goal: 'Write a file.',
      tools: ['files.write', 'files.read'],
      instructions: 'Be careful. '.repeat(100),
    });
    const watched = await watchedContext(browser, server.url, {
      colorScheme,
      viewport: { width, height: 900 },
    });
    try {
      const page = await signedInPage(server, watched, `/ui/p/default/runs/${task.id}`);
      await page.getByText('Tokens · cost').waitFor();
      await page.getByRole('tab', { name: 'Transcript' }).click();
      const said = page.getByRole('listitem');
      await said.filter({ hasText: 'files_write' }).getByText('"<b>alpha</b>"').waitFor();
      await said.filter({ hasText: 'Answer of files' }).getByText('failed').waitFor();
      await said.filter({ hasText: 'Model' }).getByText('It says <i>alpha</i>.').waitFor();
      await page.getByText(/3 requests, 2 calls of tools/).waitFor();
      await page.getByRole('button', { name: 'Show all of it' }).first().click();
      await expectAccessible(page);
      expect(await page.locator('main b, main i').count()).toBe(0);
      watched.expectQuiet();
    } finally {
      await watched.context.close();
    }
  },
);
