import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** Lists of files are in the order of bytes, which a database that orders text by a language has no index for. */
const POSTGRES = [
  'CREATE INDEX "files_path_bytes" ON "files" ("workspace_id", "path" COLLATE "C")',
  `CREATE INDEX "files_parent_bytes" ON "files"
    ("workspace_id", "parent_path", "type" COLLATE "C", "name" COLLATE "C")`,
  'DROP INDEX "files_workspace_parent"',
  'CREATE INDEX "file_versions_path_bytes" ON "file_versions" ("workspace_id", "path" COLLATE "C", "id")',
];

const BOTH = [
  'CREATE INDEX "approvals_status" ON "approvals" ("project_id", "status", "id")',
  'DROP INDEX "approvals_pending"',
  'DROP INDEX "file_versions_path"',
  'CREATE INDEX "file_versions_path" ON "file_versions" ("workspace_id", "path", "id")',
  'CREATE INDEX "webhook_deliveries_status" ON "webhook_deliveries" ("webhook_id", "status", "id")',
];

/** Indexes for lists that had none: of files on PostgreSQL, of approvals and deliveries by their status, of many versions at one path. */
export class ByteOrder1700000000022 extends Migration {
  readonly breaking = false;
  readonly name = 'ByteOrder1700000000022';

  async up(runner: QueryRunner): Promise<void> {
    const own = runner.connection.options.type === 'postgres' ? POSTGRES : [];
    for (const statement of [...own, ...BOTH]) await runner.query(statement);
  }
}
