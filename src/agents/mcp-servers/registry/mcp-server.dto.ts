import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Allow, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { WholeNumberQuery } from '../../../platform/wire/whole-number.decorator.js';
import {
  AUTH_KINDS,
  type AuthKind,
  TOKEN_METHODS,
  type TokenMethod,
  TOOL_STATES,
  type ToolState,
} from './mcp-server.js';

export class ListMcpToolsQuery {
  @ApiPropertyOptional({
    description: 'From the `Link` header of the page before.',
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

/** The proof of who makes a call, in bodies and answers. What is wrong in one is found by server-reader.ts. */
export class McpAuthDto {
  @ApiProperty({ enum: AUTH_KINDS }) kind!: AuthKind;
  @ApiPropertyOptional({
    description:
      "Name of the project's secret that holds the key; needed for all kinds but `none`.",
    example: 'GITHUB_TOKEN',
  })
  secret?: string;
  @ApiPropertyOptional({ description: 'Of the kind `header`: the header that has the secret.' })
  header?: string;
  @ApiPropertyOptional({
    description: 'Of the kind `client_credentials`: where tokens are given; or `issuer`.',
  })
  token_url?: string;
  @ApiPropertyOptional({
    description:
      'Of the kind `client_credentials`, in place of `token_url`: the issuer of tokens, whose metadata (RFC 8414) says where they are given.',
    example: 'https://login.example.com',
  })
  issuer?: string;
  @ApiPropertyOptional({ description: 'Of the kind `client_credentials`.' }) client_id?: string;
  @ApiPropertyOptional({
    enum: TOKEN_METHODS,
    description:
      'Of the kind `client_credentials`: how `secret` proves who asks. Of `private_key_jwt` it is a private key, as PEM or JWK. By default as a password, in the way that the issuer takes.',
  })
  method?: TokenMethod;
  @ApiPropertyOptional({
    type: [String],
    maxItems: 50,
    description: 'Of the kind `client_credentials`.',
  })
  scopes?: string[];
}

class ServerFields {
  @ApiPropertyOptional({ type: McpAuthDto, description: '`{"kind": "none"}` by default.' })
  @Allow()
  auth?: McpAuthDto;

  @ApiPropertyOptional({
    type: [String],
    maxItems: 100,
    default: [],
    description:
      'The tools that may be called, by name; `*` stands for any characters. By default none.',
    example: ['get_*', 'create_issue'],
  })
  @Allow()
  tools?: string[];

  @ApiPropertyOptional({
    type: 'integer',
    default: 60,
    minimum: 1,
    maximum: 3600,
    description: 'Of a call, in seconds.',
  })
  @Allow()
  timeout_seconds?: number;

  @ApiPropertyOptional({
    type: 'integer',
    default: 4,
    minimum: 1,
    maximum: 64,
    description: 'Calls at a time, of each server of the installation.',
  })
  @Allow()
  max_concurrency?: number;
}

const NAME: ApiPropertyOptions = { example: 'github', pattern: '^[a-z0-9][a-z0-9-]{0,49}$' };
const URL: ApiPropertyOptions = {
  example: 'https://mcp.example.com/mcp',
  description: 'https, or http at an address of METARUN_NETWORK_RANGES.',
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
      '`installation`: over stdio, of the operator (METARUN_MCP_SERVERS); it cannot be changed here.',
  })
  scope!: 'project' | 'installation';
  @ApiProperty() name!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Null for one of the installation.' })
  url!: string | null;
  @ApiProperty({ description: 'With the name of the secret, never its value.' }) auth!: McpAuthDto;
  @ApiProperty({ type: [String] }) tools!: string[];
  @ApiProperty({ type: 'integer' }) timeout_seconds!: number;
  @ApiProperty({ type: 'integer' }) max_concurrency!: number;
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The revision of the protocol that was agreed on last; null before the first time.',
    example: '2026-07-28',
  })
  revision!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why its tools could not be listed the last time.',
  })
  error!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When its tools were last listed, or could not be.',
  })
  checked_at!: string | null;
  @ApiProperty({ type: String, nullable: true }) updated_by!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) created_at!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) updated_at!: string | null;
}

/** The description that a server gives of a tool. */
export class McpToolDescriptionDto {
  @ApiProperty({ type: String, nullable: true }) title!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'As the server says it: a text of others, never an instruction.',
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
    description: 'SHA-256 of all that the server says of it, hex; empty of one that is gone.',
  })
  hash!: string;
  @ApiProperty({
    enum: TOOL_STATES,
    description:
      '`allowed`: it can be called. `new` and `changed` wait for an administrator, `denied` is not in the allow list, `gone` is there no more.',
  })
  state!: ToolState;
  @ApiProperty({
    type: McpToolDescriptionDto,
    nullable: true,
    description:
      'What was accepted of one that is `changed`, to be compared; null of others, and of what a version before this one accepted.',
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
      'The hash of what was read; where the tool has another, 409. Without it: as it is.',
  })
  @IsOptional()
  @Matches(/^[0-9a-f]{64}$/, { message: 'hash must be 64 hexadecimal digits' })
  hash?: string | null;
}
