import { Entity, Index } from 'typeorm';
import { Big, Id, Int, Text, Time } from '../../../platform/database/columns.js';

/** A task on an MCP server for which a step waits. */
@Entity('mcp_remote_tasks')
@Index('mcp_remote_tasks_due', ['next_at'])
@Index('mcp_remote_tasks_server', ['server_id'])
export class McpRemoteTaskEntity {
  @Id() step_id!: string;
  @Text() project_id!: string;
  @Text() task_id!: string;
  @Text() server_id!: string;
  /** Id of the task on that server. */
  @Text() remote_id!: string;
  @Big() poll_ms!: number;
  /** Time of the next poll or, while one runs, the end of its lease. */
  @Time() next_at!: number;
  @Int() attempts!: number;
  /** Number of consecutive failed polls. */
  @Int() failures!: number;
  @Time() created_at!: number;
}
