import {
  Id,
  Int,
  NullableText,
  NullableTime,
  Text,
  Time,
} from '../../platform/database/columns.js';

/** The columns of each kind of entries: a name for a series of immutable versions. */
export abstract class EntryEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() identifier!: string;
  /** The version that is in use. */
  @Int() current_version!: number;
  /** The highest version made so far; the next is one more, even after an older one was made current. */
  @Int() latest_version!: number;
  @Time() created_at!: number;
  @Time() updated_at!: number;
  @NullableTime() archived_at!: number | null;
}

/** The columns of a version of each kind, but for its definition and the id of its entry. */
export abstract class EntryVersionEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Int() version!: number;
  /** Name of the member who made it. */
  @Text() created_by!: string;
  /** Note of its author on this version. */
  @NullableText() note!: string | null;
  @Time() created_at!: number;
}
