import { expect, it } from '@jest/globals';
import { getMetadataArgsStorage } from 'typeorm';
import { ENTITIES } from '../database/entities/index.js';
import { TASK_ROWS } from './task-rows.js';

it('every table with a column task_id is deleted with its task', () => {
  const { columns, tables } = getMetadataArgsStorage();
  const ofTasks = columns
    .filter(({ propertyName }) => propertyName === 'task_id')
    .map(({ target }) => tables.find((table) => table.target === target)?.name);
  expect(ENTITIES.length).toBeGreaterThan(0);
  expect(new Set(TASK_ROWS.map(({ table }) => table))).toEqual(new Set(ofTasks));
});
