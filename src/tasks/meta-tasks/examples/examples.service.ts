import { Inject, Injectable } from '@nestjs/common';
import { invalidField, MetarunError, notFound } from '../../../base/kernel/errors.js';
import type { JsonObject } from '../../../base/kernel/json.js';
import { StoredJson } from '../../../base/kernel/stored-json.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { Database } from '../../../platform/database/database.js';
import { MetaTasksService } from '../meta-tasks.service.js';
import { EXAMPLE_NAME, type Example, MAX_EXAMPLE_BYTES, MAX_EXAMPLES } from './example.js';
import type { ExampleEntity } from './example.entity.js';

/**
 * The examples of meta-tasks. They belong to the meta-task rather than a version: its schema may have changed since.
 */
@Injectable()
export class Examples {
  constructor(
    private readonly database: Database,
    @Inject(MetaTasksService) private readonly metaTasks: Pick<MetaTasksService, 'get'>,
  ) {}

  /** Returns all examples, by name. */
  async list(projectId: string, metaTask: string): Promise<Example[]> {
    const { id } = await this.metaTasks.get(projectId, metaTask);
    const rows = await this.database.query<ExampleEntity>(
      'SELECT * FROM task_type_examples WHERE task_type_id = ? AND project_id = ? ORDER BY name',
      [id, projectId],
    );
    return rows.map(toExample);
  }

  async get(projectId: string, metaTask: string, name: string): Promise<Example> {
    const { id } = await this.metaTasks.get(projectId, metaTask);
    const [row] = await this.database.query<ExampleEntity>(
      'SELECT * FROM task_type_examples WHERE task_type_id = ? AND project_id = ? AND name = ?',
      [id, projectId, name],
    );
    if (!row) throw unknown(metaTask, name);
    return toExample(row);
  }

  /** Creates or replaces an example. Throws `conflict` at the maximum number of examples. */
  async put(
    projectId: string,
    metaTask: string,
    name: string,
    given: { params: JsonObject; description: string | null },
    by: string,
  ): Promise<{ example: Example; created: boolean }> {
    if (!EXAMPLE_NAME.test(name))
      throw invalidField(
        'name',
        `must have 1 to 100 letters, digits, spaces, ".", "_" or "-", and begin with a letter or digit, not ${quoted(name)}`,
      );
    const params = JSON.stringify(given.params);
    const size = Buffer.byteLength(params);
    if (size > MAX_EXAMPLE_BYTES)
      throw invalidField(
        '/params',
        `has ${size} bytes of JSON; an example may have ${MAX_EXAMPLE_BYTES}`,
      );
    const { id } = await this.metaTasks.get(projectId, metaTask);
    return this.database.write(async (transaction) => {
      await transaction.lock(`examples ${id}`);
      const others = await transaction.query<{ name: string }>(
        'SELECT name FROM task_type_examples WHERE task_type_id = ? AND project_id = ?',
        [id, projectId],
      );
      const created = others.every((other) => other.name !== name);
      if (created && others.length >= MAX_EXAMPLES)
        throw new MetarunError(
          'conflict',
          `The meta-task has ${others.length} examples, which is all that it may: delete one.`,
        );
      const [row] = await transaction.query<ExampleEntity>(
        `INSERT INTO task_type_examples (task_type_id, name, project_id, description, params, updated_by, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (task_type_id, name) DO UPDATE SET description = excluded.description,
           params = excluded.params, updated_by = excluded.updated_by, updated_at = excluded.updated_at
         RETURNING *`,
        [id, name, projectId, given.description, params, by, Date.now()],
      );
      if (!row) throw new Error('an example that was written gave no row');
      return { example: toExample(row), created };
    });
  }

  async remove(projectId: string, metaTask: string, name: string): Promise<void> {
    const { id } = await this.metaTasks.get(projectId, metaTask);
    const removed = await this.database.execute(
      'DELETE FROM task_type_examples WHERE task_type_id = ? AND project_id = ? AND name = ? RETURNING name',
      [id, projectId, name],
    );
    if (removed.length === 0) throw unknown(metaTask, name);
  }
}

function unknown(metaTask: string, name: string): MetarunError {
  return notFound(
    'example',
    name,
    `GET …/task-types/${metaTask}/examples lists those of the meta-task`,
  );
}

function toExample(row: ExampleEntity): Example {
  return {
    name: row.name,
    description: row.description,
    params: new StoredJson(row.params),
    updatedBy: row.updated_by,
    updatedAt: row.updated_at,
  };
}
