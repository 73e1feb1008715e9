/** Tests that the pages of runs of maximum size remain usable. */
import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectFits } from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { sql } from '../support/sql.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import { startServer } from '../support/server.js';

const STEPS = 10_000;
const CHILDREN = 1_000;
const DEPTH = 10;
const LINE = 1024 * 1024;
/** Maximum number of elements on a page, however much data it shows. */
const PARTS = 6_000;
const SCRIPT = `
def run(params, reporter):
    if "depth" in params:
        if params["depth"] > 0:
            reporter.run_task("large", {"depth": params["depth"] - 1}, "below %d" % params["depth"])
        return params["depth"]
    if params.get("child"):
        return reporter.run_task("large", {}, "The child")
    reporter.step("first", lambda: 1)
    reporter.log("x" * params.get("line", 1))
    return {"rows": [{"row": row, "text": "y" * 500} for row in range(params.get("rows", 1))]}
`;

const pages = usePages(() => startServer({ METARUN_LIMITS: `result_bytes=${8 * 1024 * 1024}` }), {
  profile: 'kept',
});
let page: Page;

beforeAll(async () => {
  await createMetaTask(pages.server, 'python', SCRIPT, { name: 'Large' });
  page = await pages.open('/ui/p/default/runs');
});

async function ended(params: Record<string, unknown>): Promise<string> {
  const id = await createTask(pages.server, 'large', params);
  await taskWhen(pages.server, id, ({ status }) => status === 'success' || status === 'failed');
  return id;
}

const numbers = (count: number): string =>
  `WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${count})`;

/** Copies the one step of a task to the maximum number of steps of another task. */
async function copySteps(from: string, to: string): Promise<void> {
  await sql(
    pages.server,
    `${numbers(STEPS)} INSERT INTO task_steps (id, project_id, task_id, position, kind, name, occurrence, ordered,
       status, attempts, result, started_at, finished_at)
     SELECT id || '-' || n, project_id, '${to}', n, kind, 'load ' || n, 0, ordered, status, attempts, result,
       started_at + n, started_at + n + 5
     FROM c CROSS JOIN task_steps WHERE task_id = '${from}'`,
  );
}

/** Copies a task as many children of another task. */
async function copyTask(from: string, parent: string): Promise<void> {
  await sql(
    pages.server,
    `${numbers(CHILDREN)} INSERT INTO tasks (id, project_id, version_id, task_type, task_type_version, name, status,
       progress, params, result, attempt, crashes, fence, priority, run_at, created_at, started_at, finished_at,
       parent_id, root_id, depth)
     SELECT '00000000-0000-7000-8000-' || CAST(100000000000 + n AS text), project_id, version_id, task_type,
       task_type_version, 'Child ' || n, status, progress, params, result, attempt, crashes, fence, priority, run_at,
       created_at, started_at, finished_at, '${parent}', '${parent}', 1
     FROM c CROSS JOIN tasks WHERE id = '${from}'`,
  );
}

/** Fails if the current page is no longer usable. */
async function expectUsable(): Promise<void> {
  expect(await page.locator('*').count()).toBeLessThan(PARTS);
  await expectFits(page);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  pages.watched.expectQuiet();
}

it('a log line of 1 MiB and a result of thousands of rows are shown in parts', async () => {
  const id = await ended({ line: LINE, rows: 15_000 });
  await page.goto(`/ui/p/default/runs/${id}`);
  await page.getByRole('region', { name: 'Result' }).waitFor();
  await expectUsable();
  await page.goto(`/ui/p/default/runs/${id}?tab=data`);
  await page.getByRole('region', { name: 'Result' }).waitFor();
  await expectUsable();
  await page.goto(`/ui/p/default/runs/${id}?tab=logs`);
  await page.locator('.log .log-line').first().waitFor();
  await expectUsable();
});

it('10,000 steps are drawn as a picture, and only a part of 1,000 children is listed', async () => {
  const id = await ended({ child: true });
  const plain = await ended({});
  await copySteps(plain, id);
  await copyTask(plain, id);
  await page.goto(`/ui/p/default/runs/${id}?tab=timeline`);
  await page.locator('.timeline canvas').waitFor();
  await expectUsable();
  await page.goto(`/ui/p/default/runs/${id}?tab=related`);
  await page.getByText('Child 1', { exact: false }).first().waitFor();
  await expectUsable();
});

it('a chain of ten nested children stays usable in the timeline and the list of related runs', async () => {
  const id = await ended({ depth: DEPTH - 1 });
  await page.goto(`/ui/p/default/runs/${id}?tab=timeline`);
  await page.locator('.timeline canvas').waitFor();
  await page
    .locator('#timeline-table tbody tr')
    .nth(DEPTH - 1)
    .waitFor({ state: 'attached' });
  await expectUsable();
  const { body } = await pages.server.call<{ id: string }[]>(
    'GET',
    `${TASKS}?task_type=large&name_prefix=below%201`,
  );
  await page.goto(`/ui/p/default/runs/${body[0]?.id}?tab=related`);
  await page.locator('.task-list').first().waitFor();
  await expectUsable();
});
