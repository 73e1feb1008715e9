import { Entity } from 'typeorm';
import { Id, NullableText, NullableTime, Text } from '../../../platform/database/columns.js';

/** The state of an MCP server of the installation in a project. */
@Entity('mcp_local_states')
export class McpLocalStateEntity {
  /** Made of the project and the name of the server. */
  @Id() id!: string;
  @Text() project_id!: string;
  /** The revision of the protocol that was agreed on last; null before the first time. */
  @NullableText() revision!: string | null;
  /** Why its tools could not be listed the last time. */
  @NullableText() error!: string | null;
  /** When its tools were last listed, or could not be. */
  @NullableTime() checked_at!: number | null;
}
