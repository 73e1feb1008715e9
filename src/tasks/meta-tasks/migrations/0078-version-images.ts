import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  'ALTER TABLE "task_type_versions" ADD COLUMN "docker_image_id" text',
  'ALTER TABLE "task_type_versions" ADD COLUMN "image_version_id" text',
  'ALTER TABLE "task_type_versions" ADD COLUMN "image_digest" text',
  `CREATE INDEX "task_type_versions_image" ON "task_type_versions" ("image_version_id")
     WHERE image_version_id IS NOT NULL`,
];

/** The image of a version of a meta-task, at the digest that was current then. */
export class VersionImages1700000000078 extends Migration {
  /** A worker that does not know the image is given no task of such a version, which says that it needs one. */
  readonly breaking = false;
  readonly name = 'VersionImages1700000000078';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
