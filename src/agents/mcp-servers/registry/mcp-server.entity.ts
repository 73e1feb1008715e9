import { Entity, Index } from 'typeorm';
import {
  Id,
  Int,
  NullableText,
  NullableTime,
  Text,
  Time,
} from '../../../platform/database/columns.js';

/** An MCP server that a project has named. */
@Entity('mcp_servers')
@Index('mcp_servers_name', ['project_id', 'name'], { unique: true })
export class McpServerEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() name!: string;
  @Text() url!: string;
  /** JSON object: how calls prove who makes them; secrets are named. */
  @Text() auth!: string;
  /** JSON array: the tools that may be called, with "*". */
  @Text() allow!: string;
  @Int() timeout_seconds!: number;
  @Int() max_concurrency!: number;
  /** The revision of the protocol that was agreed on last; null before the first time. */
  @NullableText() revision!: string | null;
  /** Why its tools could not be listed the last time. */
  @NullableText() error!: string | null;
  /** When its tools were last listed, or could not be. */
  @NullableTime() checked_at!: number | null;
  @Time() created_at!: number;
  @Time() updated_at!: number;
  /** Name of the user who changed it last. */
  @Text() updated_by!: string;
}
