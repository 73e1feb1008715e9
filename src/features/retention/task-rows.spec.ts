import { expect, it } from '@jest/globals';
import { getMetadataArgsStorage } from 'typeorm';
import { allTables } from '../../server/core/tables.js';
import { KEPT_APART, TASK_ROWS } from './task-rows.js';

it('every table with a column task_id is deleted with its task', async () => {
  const { entities } = await allTables();
  const { columns, tables } = getMetadataArgsStorage();
  const ofTasks = columns
    .filter(({ propertyName }) => propertyName === 'task_id')
    .map(({ target }) => tables.find((table) => table.target === target)?.name);
  expect(entities.length).toBeGreaterThan(0);
  const known = [
    ...TASK_ROWS.flatMap(({ table, through }) => (through ? [] : table)),
    ...KEPT_APART,
  ];
  expect(new Set(known)).toEqual(new Set(ofTasks));
});
