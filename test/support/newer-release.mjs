// Preload that turns a server of dist/modules into a later release, with a migration that earlier ones do not support.
import { Migration } from '../../dist/modules/platform/database/migration.js';
import { migrations } from '../../dist/modules/workflow/engine/tables.js';

migrations.push(
  class Newer1700000009999 extends Migration {
    name = 'Newer1700000009999';
    breaking = true;

    async up(runner) {
      await runner.query('CREATE TABLE "newer" ("id" text PRIMARY KEY NOT NULL)');
    }
  },
);
