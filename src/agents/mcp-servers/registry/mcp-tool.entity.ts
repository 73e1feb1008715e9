import { Entity } from 'typeorm';
import { Id, NullableText, NullableTime, Text } from '../../../platform/database/columns.js';

/** A tool of an MCP server, as last described by the server. */
@Entity('mcp_tools')
export class McpToolEntity {
  @Id() server_id!: string;
  @Id() name!: string;
  @Text() project_id!: string;
  /** JSON object: title, description, schemas and annotations. */
  @Text() definition!: string;
  /** SHA-256 of the name and definition, hex. */
  @Text() hash!: string;
  /** Hash of the definition that an administrator has accepted. */
  @NullableText() accepted_hash!: string | null;
  /** Accepted definition. Servers before migration 69 do not update it, so the hash must be compared. */
  @NullableText() accepted_definition!: string | null;
  @NullableText() accepted_by!: string | null;
  @NullableTime() accepted_at!: number | null;
}
