import { beforeEach, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { newId } from '../../base/kernel/ids.js';
import { ConversionCache } from '../../files/files/documents/conversion-cache.js';
import { VersionExpiry } from '../../files/files/versions/version-expiry.service.js';
import { DeletedWorkspaces } from '../../files/files/workspaces/deleted-workspaces.service.js';
import type { WorkspaceChanges } from '../../files/files/workspaces/workspace-changes.service.js';
import { rowsDeleted } from './messages.js';
import { RetentionService } from './retention.service.js';
import { RetentionSweep } from './retention-sweep.service.js';
import { TestCalls } from './test-calls.service.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const LEADS = { leads: true, onTaken: () => undefined };

const bench = useEngineBench('projects', 'retention', 'model_calls');

beforeEach(() => bench.insert('projects', { id: PROJECT, slug: 'p', name: 'P', created_at: 0 }));

/** Returns the policies of a server that keeps the events of tasks for a day. */
function retention(): RetentionService {
  const days = { tasksDays: 10, eventsDays: 1, logsDays: 1, fileVersionsDays: 0 };
  return new RetentionService(days, bench.database, bench.bus);
}

/** Sweeps, and stops once rows of this kind have been deleted. */
function sweepUntil(last: string): Promise<void> {
  // There are no files, so that none is changed.
  const changes = {} as WorkspaceChanges;
  const sweep = new RetentionSweep(
    bench.database,
    retention(),
    bench.bus,
    new VersionExpiry(bench.database, changes),
    new DeletedWorkspaces(bench.database, changes),
    new ConversionCache(bench.database, changes),
    new TestCalls(bench.database),
    LEADS,
    pino({ level: 'silent' }),
  );
  return new Promise((resolve) => {
    bench.bus.subscribe(rowsDeleted, ({ what }) => {
      if (what === last) resolve(sweep.stop());
    });
    sweep.start();
  });
}

it('a sweep that is stopped at the model calls of tasks begins with these tasks the next time', async () => {
  const run = await bench.addRun();
  await bench.insert('model_calls', {
    id: newId(),
    project_id: PROJECT,
    task_id: run.taskId,
    provider: 'p',
    model: 'm',
    state: 'answered',
    attempt: 1,
    input_tokens: 0,
    cached_tokens: 0,
    output_tokens: 0,
    reasoning_tokens: 0,
    request_hash: '',
    created_at: 0,
  });
  await bench.settle(run, { kind: 'success', result: 1 });
  await bench.changeTask(run.taskId, { finished_at: Date.now() - 2 * DAY_MS });
  await sweepUntil('model calls');
  expect(await bench.loadEvents(run.taskId)).toEqual([]);
  expect(await bench.database.query('SELECT * FROM model_calls')).toEqual([]);
  expect((await retention().get(PROJECT)).deletedUntil.events).toBe(0);
});
