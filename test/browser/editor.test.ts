/** The editor of the dashboard: check, draft, save, and what others save meanwhile. */
import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible, expectAccessibleInAllViews } from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import { sharedServer } from '../support/shared-server.js';

const SCRIPT = `from typing import TypedDict


class Params(TypedDict):
    month: str


def run(params: Params, reporter):
    reporter.set_phase("Booking")
    print("booking", params["month"])
    return {"booked": params["month"]}
`;
const ALL = '/ui/p/default/meta-tasks';
const TYPES = '/projects/default/task-types';
const REFUSED = /status of (401|404|409|412|422)/;

const pages = usePages(sharedServer);
const { open } = pages;
let made = 0;

const newOne = (script = SCRIPT): Promise<string> =>
  createMetaTask(pages.server, 'python', script, { name: `Booking ${(made += 1)}` });
const editorOf = (page: Page): Locator => page.getByRole('textbox', { name: /^Script in/ });

async function scriptOf(identifier: string): Promise<{ script: string; version: number }> {
  return (
    await pages.server.call<{ script: string; version: number }>('GET', `${TYPES}/${identifier}`)
  ).body;
}

/** Goes to the end of the script, and writes. */
async function write(page: Page, text: string): Promise<void> {
  await editorOf(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(text);
}

describe('the editor', () => {
  it('the editor marks errors at their line, completes code, tries a draft and saves a version', async () => {
    const identifier = await newOne();
    const page = await open(`${ALL}/${identifier}`);
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.waitForURL(`**${ALL}/${identifier}/edit`);
    await page.getByText('The check finds nothing wrong.').waitFor();
    expect(await page.getByRole('button', { name: /^Save/ }).isEnabled()).toBe(false);

    await write(page, '\n\ndef broken(:\n');
    await page.getByRole('button', { name: 'line 13:12' }).waitFor();
    await page.locator('.cm-lint-marker-error').first().waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('The check finds nothing wrong.').waitFor();

    await write(page, '    reporter.set_p');
    await page.keyboard.press('Control+ ');
    await page.getByRole('option', { name: /^set_progress/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await page.getByText('Nothing is changed.').waitFor();
    // The keys of the page are letters here.
    expect(page.url()).toContain('/edit');

    await page.getByLabel('month').fill('June');
    await editorOf(page).focus();
    await page.keyboard.press('Control+Enter');
    const draft = page.getByRole('region', { name: 'The draft' });
    await draft.getByText('success').waitFor();
    await draft.getByText('booking June').waitFor();
    await draft.getByText('booked').waitFor();
    const { body: drafts } = await pages.server.call<{ id: string }[]>(
      'GET',
      `${TASKS}?draft=true`,
    );
    expect(drafts).toHaveLength(1);
    expect((await scriptOf(identifier)).version).toBe(1);

    await write(page, '# the end\n');
    await page.getByRole('button', { name: 'Difference to v1' }).click();
    await page.getByText('+ # the end').waitFor();
    await page.getByRole('button', { name: 'Script', exact: true }).click();
    await editorOf(page).focus();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as v2.').waitFor();
    expect(await scriptOf(identifier)).toMatchObject({
      version: 2,
      script: `${SCRIPT}# the end\n`,
    });
    pages.watched.expectQuiet(REFUSED);
  });

  it('unsaved text survives a reload until it is discarded', async () => {
    const identifier = await newOne();
    const page = await open(`${ALL}/${identifier}/edit`);
    await write(page, '# not saved\n');
    await page.getByText('Not saved', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('This is what you had not saved.').waitFor();
    expect(await editorOf(page).innerText()).toContain('# not saved');
    await page.getByRole('button', { name: 'Discard it' }).click();
    await page.getByText('Nothing is changed.').waitFor();
    expect(await editorOf(page).innerText()).not.toContain('# not saved');
    pages.watched.expectQuiet();
  });

  it('the editor merges a change with a version that another user saved meanwhile', async () => {
    const identifier = await newOne();
    const page = await open(`${ALL}/${identifier}/edit`);
    await write(page, '# mine\n');
    const theirs = SCRIPT.replace('"Booking"', '"Theirs"');
    await pages.server.call('PATCH', `${TYPES}/${identifier}`, { body: { script: theirs } });
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByRole('heading', { name: 'v2 was saved meanwhile' }).waitFor();
    await page.getByText('The two changes are in different places.').waitFor();
    await page.getByRole('button', { name: 'Your change' }).click();
    await page.getByText('+ # mine').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Put both together' }).click();
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByText('Saved as v3.').waitFor();
    expect((await scriptOf(identifier)).script).toBe(`${theirs}# mine\n`);
    pages.watched.expectQuiet(REFUSED);
  });

  it('the editor creates a meta-task from a template in the language of the address', async () => {
    const page = await open(`${ALL}/new?language=typescript`);
    await page.getByText('The check finds nothing wrong.').waitFor();
    expect(await editorOf(page).innerText()).toContain('interface Params');
    await page.getByLabel('Begin with').selectOption('steps');
    await page.waitForURL(/template=steps/);
    await page.getByLabel('Name', { exact: true }).fill('Booked in steps');
    await page.getByRole('button', { name: 'JSON' }).click();
    await page.getByLabel('Params', { exact: true }).fill('{"orders": ["a1"]}');
    await page.getByRole('button', { name: /^Try it/ }).click();
    await page.getByText('booking a1').waitFor();
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.waitForURL(`**${ALL}/booked-in-steps`);
    expect(await scriptOf('booked-in-steps')).toMatchObject({ version: 1 });
    pages.watched.expectQuiet(REFUSED);
  });

  it('a failed run links to its failing line in the editor, and the code tab marks that line', async () => {
    const failing = SCRIPT.replace('    return {', '    raise ValueError("no rate")\n    return {');
    const identifier = await newOne(failing);
    const id = await createTask(pages.server, identifier, { month: 'June' });
    await taskWhen(pages.server, id);
    const page = await open(`/ui/p/default/runs/${id}`);
    await page.getByRole('link', { name: 'Open v1 at line 11' }).click();
    await page.waitForURL(/edit\?from=1&line=11$/);
    await page.locator('.cm-activeLine', { hasText: 'no rate' }).waitFor();
    await page.goto(`${ALL}/${identifier}?tab=code`);
    await page.getByText('Line 11: 1 run failed here in 24 h').waitFor();
    expect(await page.locator('.failing').innerText()).toContain('raise ValueError');
    await expectAccessible(page);
    pages.watched.expectQuiet();
  });

  it('an editor that shows errors is accessible in all views', async () => {
    const identifier = await newOne('def run(params, reporter):\n    return 1\n');
    const page = await open(`${ALL}/${identifier}/edit`);
    await write(page, '\n\ndef broken(:\n');
    await page.locator('.diagnostic-error').waitFor();
    await page.getByRole('button', { name: /^Try it/ }).click();
    await page.locator('.note-error').waitFor();
    await expectAccessibleInAllViews(page);
    pages.watched.expectQuiet(REFUSED);
  });
});
