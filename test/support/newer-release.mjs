// Preloaded, it makes of a server of dist/modules one of a later release, with a migration that earlier ones cannot work with.
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
