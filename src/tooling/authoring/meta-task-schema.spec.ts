import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { packagePath } from '../../base/kernel/package-root.js';
import { META_TASK_SCHEMA } from './meta-task-file.js';
import { fieldProperties } from './meta-task-schema.js';

/** Members of the file that are not fields of the API or have another name there. */
const OF_THE_FILE = [
  'identifier',
  'language',
  'script',
  'workspace',
  'agent',
  'docker_image',
  'schedules',
];

describe('the schema of metatask.yaml', () => {
  const { properties } = JSON.parse(readFileSync(packagePath(META_TASK_SCHEMA), 'utf8')) as {
    properties: Record<string, object>;
  };

  it('the schema of metatask.yaml has the fields of a meta-task in the API', () => {
    const fields = Object.entries(properties).filter(([name]) => !OF_THE_FILE.includes(name));
    expect(Object.fromEntries(fields)).toEqual(fieldProperties());
  });

  it('the schema of metatask.yaml has the fields that only a folder has', () => {
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(OF_THE_FILE));
  });
});
