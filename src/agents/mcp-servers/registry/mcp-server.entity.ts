import { Entity, Index } from 'typeorm';
import {
  Id,
  Int,
  NullableText,
  NullableTime,
  Text,
  Time,
} from '../../../platform/database/columns.js';

/** An MCP server of a project. */
@Entity('mcp_servers')
@Index('mcp_servers_name', ['project_id', 'name'], { unique: true })
export class McpServerEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() name!: string;
  @Text() url!: string;
  /** JSON object: credentials of calls, with names of secrets. */
  @Text() auth!: string;
  /** JSON array: patterns of callable tools; may contain "*". */
  @Text() allow!: string;
  @Int() timeout_seconds!: number;
  @Int() max_concurrency!: number;
  /** Protocol revision negotiated last; null before the first time. */
  @NullableText() revision!: string | null;
  /** Reason why the last listing of its tools failed. */
  @NullableText() error!: string | null;
  /** Time of the last attempt to list its tools. */
  @NullableTime() checked_at!: number | null;
  @Time() created_at!: number;
  @Time() updated_at!: number;
  /** Name of the user who changed it last. */
  @Text() updated_by!: string;
}
