import { expect, it } from '@jest/globals';
import { memoryDatabase } from '../../../test/support/engine/memory-database.js';
import { KEPT_APART, TASK_ROWS } from './task-rows.js';

it('every table with a column task_id is listed as deleted with its task or as kept apart', async () => {
  const database = await memoryDatabase();
  const ofTasks = await database.query<{ name: string }>(
    `SELECT own.name FROM sqlite_master own JOIN pragma_table_info(own.name) AS column ON column.name = 'task_id'
     WHERE own.type = 'table'`,
  );
  await database.close();
  const known = [
    ...TASK_ROWS.flatMap(({ table, through }) => (through ? [] : table)),
    ...KEPT_APART,
  ];
  expect(new Set(known)).toEqual(new Set(ofTasks.map(({ name }) => name)));
});
