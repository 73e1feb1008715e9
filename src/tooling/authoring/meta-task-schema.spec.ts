import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { packagePath } from '../../base/kernel/package-root.js';
import { META_TASK_SCHEMA } from './meta-task-file.js';
import { fieldProperties } from './meta-task-schema.js';

/** Members of the file that are no fields of the API, or have another name there. */
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

  it('has the fields of a meta-task as the API has them: npm run build writes them', () => {
    const fields = Object.entries(properties).filter(([name]) => !OF_THE_FILE.includes(name));
    expect(Object.fromEntries(fields)).toEqual(fieldProperties());
  });

  it('has what only a folder says', () => {
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(OF_THE_FILE));
  });
});
