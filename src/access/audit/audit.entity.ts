import { Entity, Index } from 'typeorm';
import { Id, NullableText, Text, Time } from '../../platform/database/columns.js';

/** One change that a caller has made. Rows are only added, and deleted once they are old. */
@Entity('audit_log')
@Index('audit_log_project', ['project_id', 'id'])
@Index('audit_log_at', ['at'])
export class AuditEntity {
  @Id() id!: string;
  /** Empty if the change concerns no project. */
  @Text() project_id!: string;
  @Time() at!: number;
  /** access_token | session | api_key */
  @Text() by_kind!: string;
  /** Name of the user or key at that time. */
  @Text() by_name!: string;
  /** Null for an API key. */
  @NullableText() user_id!: string | null;
  /** Id of the token or key. */
  @Text() credential_id!: string;
  /** Address that the request came from. */
  @Text() address!: string;
  @Text() request_id!: string;
  /** The operation, such as `members.change`. */
  @Text() action!: string;
  /** JSON object with the ids and names of what was changed. */
  @Text() target!: string;
  /** JSON array of fields. */
  @Text() diff!: string;
}
