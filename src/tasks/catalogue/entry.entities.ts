import {
  Id,
  Int,
  NullableText,
  NullableTime,
  Text,
  Time,
} from '../../platform/database/columns.js';

/** Columns of an entry of any kind: a name for a series of immutable versions. */
export abstract class EntryEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() identifier!: string;
  /** Number of the version in use. */
  @Int() current_version!: number;
  /** Highest version number so far. The next is one more, even after an older version was made current. */
  @Int() latest_version!: number;
  @Time() created_at!: number;
  @Time() updated_at!: number;
  @NullableTime() archived_at!: number | null;
}

/** Columns of a version of any kind, except its definition and the id of its entry. */
export abstract class EntryVersionEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Int() version!: number;
  /** Name of the member who made the version. */
  @Text() created_by!: string;
  /** Author's note on this version. */
  @NullableText() note!: string | null;
  @Time() created_at!: number;
}
