import { expect, it } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../../test/support/engine/engine-rows.js';
import { readServerConfig } from '../../../server/core/config.js';
import { QueueLimit } from './queue-limit.service.js';

const FULL = { code: 'queue_full' };

const bench = useEngineBench();

it('a project has no more pending tasks than it may, counting those that are being created', async () => {
  const config = readServerConfig({ METARUN_LIMITS: 'pending_tasks=4' });
  const limit = new QueueLimit(config, bench.database);
  await bench.addTask();
  await bench.addTask({ status: 'running' });
  await bench.addTask({ project_id: 'other' });
  await limit.admit(PROJECT, 1);
  await limit.admit(PROJECT, 2);
  await expect(limit.admit(PROJECT, 1)).rejects.toMatchObject(FULL);
  await limit.admit('other', 3);
  await expect(limit.admit('other', 1)).rejects.toMatchObject(FULL);
});
