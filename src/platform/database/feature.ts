import type { SettingTable } from '../../base/config/setting.js';
import type { ErrorTable } from '../../base/kernel/errors.js';
import type { Migration } from './migration.js';

/** A group of endpoints in the OpenAPI document. */
export interface Tag {
  readonly name: string;
  readonly about: string;
  /** Tags are listed by it, in the order in which a newcomer needs them. */
  readonly position: number;
}

/** Tables of the database, as TypeORM takes them. */
export interface Tables {
  readonly entities: readonly (new () => object)[];
  readonly migrations: readonly (new () => Migration)[];
}

/** The declarations of a folder of src/, in its `*.feature.ts`. The list of all is in src/server/core/features.ts. */
export interface Feature {
  /** The name of the folder. */
  readonly name: string;
  /** Settings of this feature alone; those that others need too are in src/base/config/settings.ts. */
  readonly settings?: SettingTable;
  readonly errors?: ErrorTable;
  readonly tags?: readonly Tag[];
}
