import { Entity } from 'typeorm';
import { Id, NullableText, NullableTime, Text } from '../../../platform/database/columns.js';

/** State of an installation's MCP server in a project. */
@Entity('mcp_local_states')
export class McpLocalStateEntity {
  /** Id derived from the project and the name of the server. */
  @Id() id!: string;
  @Text() project_id!: string;
  /** Protocol revision negotiated last; null before the first time. */
  @NullableText() revision!: string | null;
  /** Reason why the last listing of its tools failed. */
  @NullableText() error!: string | null;
  /** Time of the last attempt to list its tools. */
  @NullableTime() checked_at!: number | null;
}
