import type { SettingTable } from '../../base/config/setting.js';
import type { ErrorTable } from '../../base/kernel/errors.js';
import type { Migration } from './migration.js';

/** A group of endpoints in the OpenAPI document. */
export interface Tag {
  readonly name: string;
  readonly about: string;
  /** Sort key of the tags, in the order in which a newcomer needs them. */
  readonly position: number;
}

/** Tables of the database, in TypeORM's form. */
export interface Tables {
  readonly entities: readonly (new () => object)[];
  readonly migrations: readonly (new () => Migration)[];
}

/**
 * The declarations of a folder of src/, in its `*.feature.ts`. The list of all features is in
 * src/server/core/features.ts.
 */
export interface Feature {
  /** Name of the folder. */
  readonly name: string;
  /** Settings that only this feature uses; shared ones are in src/base/config/settings.ts. */
  readonly settings?: SettingTable;
  readonly errors?: ErrorTable;
  readonly tags?: readonly Tag[];
}
