import { Entity } from 'typeorm';
import { Id, NullableText, NullableTime, Text } from '../../../platform/database/columns.js';

/** A tool of an MCP server, as the server described it last. */
@Entity('mcp_tools')
export class McpToolEntity {
  @Id() server_id!: string;
  @Id() name!: string;
  @Text() project_id!: string;
  /** JSON object: title, description, schemas and annotations. */
  @Text() definition!: string;
  /** SHA-256 of its name and its definition, hex. */
  @Text() hash!: string;
  /** That of the definition which an administrator has accepted. */
  @NullableText() accepted_hash!: string | null;
  /** That definition. A server before migration 69 left it behind: its hash says whether it is. */
  @NullableText() accepted_definition!: string | null;
  @NullableText() accepted_by!: string | null;
  @NullableTime() accepted_at!: number | null;
}
