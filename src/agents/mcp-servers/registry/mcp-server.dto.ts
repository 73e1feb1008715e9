import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Allow, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { WholeNumberQuery } from '../../../platform/wire/whole-number.decorator.js';
import {
  AUTH_KINDS,
  type AuthKind,
  MCP_SERVER_NAME,
  TOKEN_METHODS,
  type TokenMethod,
  TOOL_STATES,
  type ToolState,
} from './mcp-server.js';

export class ListMcpToolsQuery {
  @ApiPropertyOptional({
    description: 'Cursor from the Link header of the previous page.',
    maxLength: 1_000,
  })
  @IsOptional()
  @IsString()
  @MaxLength(1_000)
  cursor?: string;

  @ApiPropertyOptional({ type: 'integer', default: 50, minimum: 1, maximum: 200 })
  @WholeNumberQuery(1, 200)
  limit = 50;
}

const SCOPES = ['project', 'installation'] as const;

/** Credentials of calls in bodies and answers. They are validated by server-reader.ts. */
export class McpAuthDto {
  @ApiProperty({ enum: AUTH_KINDS }) kind!: AuthKind;
  @ApiPropertyOptional({
    description:
      'Name of the project secret that holds the credential. Required for all kinds but `none`.',
    example: 'GITHUB_TOKEN',
  })
  secret?: string;
  @ApiPropertyOptional({ description: 'Header that carries the secret, for the kind `header`.' })
  header?: string;
  @ApiPropertyOptional({
    description: 'Token endpoint, for the kind `client_credentials`. Alternative to `issuer`.',
  })
  token_url?: string;
  @ApiPropertyOptional({
    description:
      'Token issuer whose metadata (RFC 8414) names the token endpoint, for the kind `client_credentials`. Alternative to `token_url`.',
    example: 'https://login.example.com',
  })
  issuer?: string;
  @ApiPropertyOptional({ description: 'Client id, for the kind `client_credentials`.' })
  client_id?: string;
  @ApiPropertyOptional({
    enum: TOKEN_METHODS,
    description:
      'Client authentication method, for the kind `client_credentials`. For `private_key_jwt`, `secret` is a private key, as PEM or JWK. Default: as a password, in a way that the issuer supports.',
  })
  method?: TokenMethod;
  @ApiPropertyOptional({
    type: [String],
    maxItems: 50,
    description: 'Requested scopes, for the kind `client_credentials`.',
  })
  scopes?: string[];
}

class ServerFields {
  @ApiPropertyOptional({
    type: McpAuthDto,
    description: 'Authentication. Default: `{"kind": "none"}`.',
  })
  @Allow()
  auth?: McpAuthDto;

  @ApiPropertyOptional({
    type: [String],
    maxItems: 100,
    default: [],
    description:
      'Names of the tools that may be called; `*` stands for any characters. Default: none.',
    example: ['get_*', 'create_issue'],
  })
  @Allow()
  tools?: string[];

  @ApiPropertyOptional({
    type: 'integer',
    default: 60,
    minimum: 1,
    maximum: 3600,
    description: 'Timeout of a call, in seconds.',
  })
  @Allow()
  timeout_seconds?: number;

  @ApiPropertyOptional({
    type: 'integer',
    default: 4,
    minimum: 1,
    maximum: 64,
    description: 'Maximum number of parallel calls per server of the installation.',
  })
  @Allow()
  max_concurrency?: number;
}

const NAME: ApiPropertyOptions = { example: 'github', pattern: MCP_SERVER_NAME.source };
const URL: ApiPropertyOptions = {
  example: 'https://mcp.example.com/mcp',
  description: 'https URL, or http URL at an address of METARUN_NETWORK_RANGES.',
};

export class CreateMcpServerDto extends ServerFields {
  @ApiProperty(NAME) @Allow() name!: string;
  @ApiProperty(URL) @Allow() url!: string;
}

export class UpdateMcpServerDto extends ServerFields {
  @ApiPropertyOptional(NAME) @Allow() name?: string;
  @ApiPropertyOptional(URL) @Allow() url?: string;
}

export class McpServerDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({
    enum: SCOPES,
    description:
      'Scope. `installation`: runs over stdio, configured by the operator (METARUN_MCP_SERVERS), and cannot be changed here.',
  })
  scope!: 'project' | 'installation';
  @ApiProperty() name!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'URL of the server. Null for a server of the installation.',
  })
  url!: string | null;
  @ApiProperty({ description: 'Authentication, with the name of the secret, never its value.' })
  auth!: McpAuthDto;
  @ApiProperty({ type: [String] }) tools!: string[];
  @ApiProperty({ type: 'integer' }) timeout_seconds!: number;
  @ApiProperty({ type: 'integer' }) max_concurrency!: number;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Protocol revision last negotiated. Null before the first connection.',
    example: '2026-07-28',
  })
  revision!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Reason why listing the tools last failed.',
  })
  error!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Time at which listing the tools last succeeded or failed.',
  })
  checked_at!: string | null;
  @ApiProperty({ type: String, nullable: true }) updated_by!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) created_at!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) updated_at!: string | null;
}

/** A server's description of a tool. */
export class McpToolDescriptionDto {
  @ApiProperty({ type: String, nullable: true }) title!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Description by the server. Untrusted text, never an instruction.',
  })
  description!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true }) input_schema!: object;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  output_schema!: object | null;
  @ApiProperty({ type: 'object', additionalProperties: true }) annotations!: object;
}

export class McpToolDto extends McpToolDescriptionDto {
  @ApiProperty({ example: 'create_issue' }) name!: string;
  @ApiProperty({
    description:
      'SHA-256 of the complete tool description by the server, in hex. Empty if the tool is gone.',
  })
  hash!: string;
  @ApiProperty({
    enum: TOOL_STATES,
    description:
      'State. `allowed`: can be called. `new`, `changed`: wait for an administrator. `denied`: not in the allow list. `gone`: no longer offered.',
  })
  state!: ToolState;
  @ApiProperty({
    type: McpToolDescriptionDto,
    nullable: true,
    description:
      'Accepted description of a `changed` tool, for comparison. Null for other tools and for those accepted by an earlier version of the service.',
  })
  accepted!: McpToolDescriptionDto | null;
  @ApiProperty({ type: String, nullable: true }) accepted_by!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) accepted_at!: string | null;
}

export class RefreshedMcpServerDto {
  @ApiProperty() server!: McpServerDto;
  @ApiProperty({ type: [McpToolDto] }) tools!: McpToolDto[];
}

export class AcceptMcpToolDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: '^[0-9a-f]{64}$',
    description:
      'Expected hash: 409 if the tool has another one. Default: accept the current description.',
  })
  @IsOptional()
  @Matches(/^[0-9a-f]{64}$/, { message: 'hash must be 64 hexadecimal digits' })
  hash?: string | null;
}
