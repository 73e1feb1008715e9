import { afterAll, expect, it } from '@jest/globals';
import { expectAccessible } from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { postMetaTask } from '../support/meta-tasks.js';
import {
  digestNumber,
  makeScriptedEngine,
  type ScriptedEngine,
} from '../support/scripted-engine.js';
import { startServerProcess } from '../support/server-process.js';

const PAGES = '/ui/p/default/settings/images';
const REFERENCE = 'registry.example.com/team/tools:1';
const SCRIPT = 'def run(params, reporter):\n    return 1\n';

let engine: ScriptedEngine;
const pages = usePages(async () => {
  engine = await makeScriptedEngine();
  return startServerProcess({
    ...engine.env,
    METARUN_IMAGE_REGISTRIES: 'registry.example.com/team',
  });
});
afterAll(() => engine.remove());

it('an image is added, pulled, updated and deleted while a meta-task runs on it', async () => {
  const page = await pages.open(PAGES);
  await page.getByText('No images yet').waitFor();
  await page.getByRole('link', { name: 'New image' }).click();
  await page.getByLabel('Name', { exact: true }).fill('tools');
  await page.getByLabel('Reference').fill('python:3.13');
  await page.getByRole('button', { name: 'Add image' }).click();
  await page.getByText('names no registry').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Reference').fill(REFERENCE);
  await page.getByRole('button', { name: 'Add image' }).click();
  await page.waitForURL(/images\/[0-9a-f-]{36}$/);
  const id = page.url().slice(-36);
  await page.getByText('manifest unknown').waitFor();
  await expectAccessible(page);
  const serve = (number: number, held = false) =>
    engine.serve({ [REFERENCE]: { digest: digestNumber(number), python: '3.12.4', held } });
  await serve(1, true);
  await page.getByRole('button', { name: 'Pull again' }).click();
  await page.getByText('The image is being pulled.').waitFor();
  await engine.release();
  await page.getByText('3.12.4 (scripts can run)').waitFor();
  await page.getByText('there is no node').waitFor();
  const { body } = await postMetaTask(pages.server, {
    name: 'Tool',
    script: SCRIPT,
    docker_image_id: id,
  });
  expect(body).toMatchObject({ docker_image_digest: digestNumber(1) });
  await serve(2);
  await page.getByRole('button', { name: 'Pull again' }).click();
  await page.getByRole('cell', { name: digestNumber(2) }).waitFor();
  await page.getByRole('cell', { name: digestNumber(1) }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'tool', exact: true }).click();
  await page.getByRole('tab', { name: 'Code' }).click();
  await page.getByText('A newer version of this image is available.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use the new version' }).click();
  await page
    .getByText('A newer version of this image is available.')
    .waitFor({ state: 'detached' });
  const now = await pages.server.call('GET', '/projects/default/task-types/tool');
  expect(now.body).toMatchObject({ version: 2, docker_image_digest: digestNumber(2) });
  await page.goto(`${pages.server.url}/ui/p/default/meta-tasks/tool/edit`);
  await page.getByText('More settings').click();
  await page.getByLabel('Image').selectOption('none: interpreters of the server');
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText('Saved as v3.').waitFor();
  await page.getByLabel('Image').selectOption('tools');
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText('Saved as v4.').waitFor();
  await page.goto(`${pages.server.url}${PAGES}/${id}`);
  await page.getByRole('button', { name: 'Delete: tools' }).click();
  await page.getByText('1 meta-task uses this image.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No images yet').waitFor();
});
