import { describe, expect, it } from '@jest/globals';
import { expectAccessible, expectAccessibleInAllViews } from '../support/browser/accessibility.js';
import { BOOKING, locateEditor, writeAtEnd } from '../support/browser/meta-tasks.js';
import { usePages } from '../support/browser/pages.js';
import { createMetaTask, createTask, taskWhen } from '../support/tasks.js';
import { sharedServer } from '../support/shared-server.js';

const ALL = '/ui/p/default/meta-tasks';
const TYPES = '/projects/default/task-types';
const REFUSED = /status of (401|404|409|412|422)/;

const pages = usePages(sharedServer);
const { open } = pages;
let made = 0;

const newOne = (script = BOOKING): Promise<string> =>
  createMetaTask(pages.server, 'python', script, { name: `Booking ${(made += 1)}` });
async function loadScript(identifier: string): Promise<{ script: string; version: number }> {
  return (
    await pages.server.call<{ script: string; version: number }>('GET', `${TYPES}/${identifier}`)
  ).body;
}

describe('the editor', () => {
  it('unsaved text survives a reload until it is discarded', async () => {
    const identifier = await newOne();
    const page = await open(`${ALL}/${identifier}/edit`);
    await writeAtEnd(page, '# not saved\n');
    await page.getByText('Not saved', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('Your unsaved changes were restored.').waitFor();
    expect(await locateEditor(page).innerText()).toContain('# not saved');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('There are no changes to save.').waitFor();
    expect(await locateEditor(page).innerText()).not.toContain('# not saved');
    pages.watched.expectQuiet();
  });

  it('the editor merges a change with a version that another user saved meanwhile', async () => {
    const identifier = await newOne();
    const page = await open(`${ALL}/${identifier}/edit`);
    await writeAtEnd(page, '# mine\n');
    const theirs = BOOKING.replace('"Booking"', '"Theirs"');
    await pages.server.call('PATCH', `${TYPES}/${identifier}`, { body: { script: theirs } });
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByRole('heading', { name: 'v2 was saved while you were editing' }).waitFor();
    await page.getByText('Your changes do not overlap.').waitFor();
    await page.getByRole('button', { name: 'Your changes' }).click();
    await page.getByText('+ # mine').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByText('Saved as v3.').waitFor();
    expect((await loadScript(identifier)).script).toBe(`${theirs}# mine\n`);
    pages.watched.expectQuiet(REFUSED);
  });

  it('the editor creates a meta-task from a template in the language of the address', async () => {
    const page = await open(`${ALL}/new?language=typescript`);
    await page.getByText('No problems.').waitFor();
    expect(await locateEditor(page).innerText()).toContain('interface Params');
    await page.getByLabel('Template').selectOption('steps');
    await page.waitForURL(/template=steps/);
    await page.getByLabel('Name', { exact: true }).fill('Booked in steps');
    await page.getByRole('button', { name: 'JSON' }).click();
    await page.getByLabel('Params', { exact: true }).fill('{"orders": ["a1"]}');
    await page.getByRole('button', { name: /^Try it/ }).click();
    await page.getByText('booking a1').waitFor();
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.waitForURL(`**${ALL}/booked-in-steps`);
    expect(await loadScript('booked-in-steps')).toMatchObject({ version: 1 });
    pages.watched.expectQuiet(REFUSED);
  });

  it('a failed run links to its failing line in the editor, and the code tab marks that line', async () => {
    const failing = BOOKING.replace(
      '    return {',
      '    raise ValueError("no rate")\n    return {',
    );
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
    await writeAtEnd(page, '\n\ndef broken(:\n');
    await page.locator('.diagnostic-error').waitFor();
    await page.getByRole('button', { name: /^Try it/ }).click();
    await page.locator('.note-error').waitFor();
    await expectAccessibleInAllViews(page);
    pages.watched.expectQuiet(REFUSED);
  });
});
