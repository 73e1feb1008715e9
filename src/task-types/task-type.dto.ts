import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  MaxLength,
  Min,
} from 'class-validator';
import type { JsonObject } from '../kernel/json.js';
import { RETRYABLE_CODES, type RetryableCode } from '../engine/retry-policy.js';
import { NETWORK_POLICIES, type NetworkPolicy } from '../kernel/network.js';
import { SCRIPT_LANGUAGES, type ScriptLanguage } from '../runtime/runtime.js';
import { EXECUTION_MODES, type ExecutionMode } from './definition.js';
import { IDENTIFIER_PATTERN } from './identifier.js';
import { QueueingBody } from './queueing.dto.js';

const MAX_NAME = 200;
const MAX_DESCRIPTION = 10_000;
/** Characters of a script. */
const MAX_SCRIPT = 1024 * 1024;
const MAX_HOSTS = 100;
/** Characters of an entry of `allowed_hosts`. */
const MAX_HOST = 300;
const MAX_PHASES = 50;
/** Characters of an entry of `phases`. */
const MAX_PHASE = 200;

const nullable = <const T>(type: T): { type: T; nullable: true } => ({ type, nullable: true });

class DefinitionBody extends QueueingBody {
  @ApiProperty({ maxLength: MAX_NAME, description: 'Display name.' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_NAME)
  name!: string;

  @ApiPropertyOptional({ ...nullable(String), maxLength: MAX_DESCRIPTION })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_DESCRIPTION)
  description?: string | null;

  @ApiPropertyOptional({
    ...nullable(String),
    description: 'Workflow source. Without it the meta-task can be created but not run.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_SCRIPT)
  script?: string | null;

  @ApiPropertyOptional({ enum: EXECUTION_MODES, nullable: true, default: 'script' })
  @IsOptional()
  @IsIn(EXECUTION_MODES)
  execution_mode?: ExecutionMode | null;

  @ApiPropertyOptional({ enum: SCRIPT_LANGUAGES, nullable: true, default: 'python' })
  @IsOptional()
  @IsIn(SCRIPT_LANGUAGES)
  script_language?: ScriptLanguage | null;

  @ApiPropertyOptional({
    ...nullable(String),
    format: 'uuid',
    description: 'Workspace of its files; without it the default workspace of the project.',
  })
  @IsOptional()
  @IsUUID('all')
  workspace_id?: string | null;

  @ApiPropertyOptional({ ...nullable(String), format: 'uuid', description: 'Agent that runs it.' })
  @IsOptional()
  @IsUUID('all')
  agent_id?: string | null;

  @ApiPropertyOptional({ ...nullable(String), format: 'uuid', description: 'Image it runs on.' })
  @IsOptional()
  @IsUUID('all')
  docker_image_id?: string | null;

  @ApiPropertyOptional({
    ...nullable(Boolean),
    default: false,
    description: 'Skip human approval gates.',
  })
  @IsOptional()
  @IsBoolean()
  auto_approve?: boolean | null;

  @ApiPropertyOptional({
    ...nullable(Boolean),
    default: false,
    description: 'Distil memories from completed runs.',
  })
  @IsOptional()
  @IsBoolean()
  extract_memory?: boolean | null;

  @ApiPropertyOptional({
    ...nullable(Boolean),
    default: false,
    description: 'Let the task call MCP servers.',
  })
  @IsOptional()
  @IsBoolean()
  allow_mcp?: boolean | null;

  @ApiPropertyOptional({
    enum: NETWORK_POLICIES,
    nullable: true,
    default: 'none',
    description:
      'What a run may connect to: nothing, the `allowed_hosts`, or every public address.',
  })
  @IsOptional()
  @IsIn(NETWORK_POLICIES)
  network?: NetworkPolicy | null;

  @ApiPropertyOptional({
    type: [String],
    nullable: true,
    maxItems: MAX_HOSTS,
    example: ['api.example.com', '*.example.org:8443'],
    description:
      'With `network` "restricted": names, `*.` for all names below one, or IP addresses, with `:port` behind; ' +
      'without a port 80 and 443.',
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_HOSTS)
  @IsString({ each: true })
  @MaxLength(MAX_HOST, { each: true })
  allowed_hosts?: string[] | null;

  @ApiPropertyOptional({
    type: [String],
    nullable: true,
    maxItems: MAX_PHASES,
    uniqueItems: true,
    example: ['Loading', 'Writing'],
    description:
      'The phases that a run goes through, in order. Another one is warned of in the log of the task; without any, none is.',
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_PHASES)
  @ArrayUnique()
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  @MaxLength(MAX_PHASE, { each: true })
  phases?: string[] | null;

  @ApiPropertyOptional({
    ...nullable(Object),
    additionalProperties: true,
    description:
      'JSON Schema (2020-12) that the params of a task must match. Without it, or when it is null, it is inferred ' +
      "from the type of the script's params, where they have one.",
  })
  @IsOptional()
  @IsObject()
  params_schema?: JsonObject | null;

  @ApiPropertyOptional({
    ...nullable(Object),
    additionalProperties: true,
    description: 'JSON Schema (2020-12) that the result of a run must match.',
  })
  @IsOptional()
  @IsObject()
  result_schema?: JsonObject | null;

  @ApiPropertyOptional({
    ...nullable('integer'),
    minimum: 1,
    description: 'Wall-clock limit of a run.',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  timeout_seconds?: number | null;

  @ApiPropertyOptional({
    ...nullable('integer'),
    minimum: 16,
    description: 'Memory limit, in MiB.',
  })
  @IsOptional()
  @IsInt()
  @Min(16)
  memory_mb?: number | null;

  @ApiPropertyOptional({
    ...nullable('integer'),
    minimum: 1,
    description: 'Limit on the CPU time of a run, with all its processes, in seconds.',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  cpu_seconds?: number | null;
}

export class CreateTaskTypeDto extends DefinitionBody {
  @ApiPropertyOptional({
    ...nullable(String),
    pattern: IDENTIFIER_PATTERN.source,
    description: 'Stable name for `task_type_identifier`; made from the name when omitted.',
  })
  @IsOptional()
  @Matches(IDENTIFIER_PATTERN, {
    message:
      'identifier must be 1 to 100 letters, digits, ".", "_" or "-", and begin with a letter or digit',
  })
  identifier?: string | null;
}

/** Every member is optional; null asks for the default. */
export class ChangeTaskTypeDto extends PartialType(DefinitionBody, {
  skipNullProperties: false,
}) {}

export class TaskTypeDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty() identifier!: string;
  @ApiProperty({ enum: EXECUTION_MODES }) execution_mode!: ExecutionMode;
  @ApiProperty({ enum: SCRIPT_LANGUAGES }) script_language!: ScriptLanguage;
  @ApiProperty() extract_memory!: boolean;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'The version shown here.' })
  version!: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'The version that new tasks get.' })
  current_version!: number;
  @ApiProperty(nullable(String)) description!: string | null;
  @ApiProperty(nullable(String)) script!: string | null;
  @ApiProperty({
    ...nullable(String),
    description:
      'The packages that the script asks for, exact and with hashes, as a requirements file.',
  })
  dependency_lock!: string | null;
  @ApiProperty({ ...nullable(String), format: 'uuid' }) workspace_id!: string | null;
  @ApiProperty({ ...nullable(String), format: 'uuid' }) agent_id!: string | null;
  @ApiProperty({ ...nullable(String), format: 'uuid' }) docker_image_id!: string | null;
  @ApiProperty() auto_approve!: boolean;
  @ApiProperty() allow_mcp!: boolean;
  @ApiProperty({ enum: NETWORK_POLICIES }) network!: NetworkPolicy;
  @ApiProperty({ type: [String] }) allowed_hosts!: string[];
  @ApiProperty({ type: [String] }) phases!: string[];
  @ApiProperty({
    ...nullable(Object),
    additionalProperties: true,
    description: 'What the params of a task must match; null where anything will do.',
  })
  params_schema!: JsonObject | null;
  @ApiProperty({ description: 'Whether `params_schema` was inferred from the script.' })
  params_schema_inferred!: boolean;
  @ApiProperty({ ...nullable(Object), additionalProperties: true })
  result_schema!: JsonObject | null;
  @ApiProperty(nullable('integer')) timeout_seconds!: number | null;
  @ApiProperty(nullable('integer')) memory_mb!: number | null;
  @ApiProperty(nullable('integer')) cpu_seconds!: number | null;
  @ApiProperty(nullable('integer')) total_timeout_seconds!: number | null;
  @ApiProperty({ type: 'integer' }) max_attempts!: number;
  @ApiProperty() retry_delay_seconds!: number;
  @ApiProperty() retry_factor!: number;
  @ApiProperty() retry_max_delay_seconds!: number;
  @ApiProperty() retry_jitter!: number;
  @ApiProperty({ enum: RETRYABLE_CODES, isArray: true }) retry_on!: RetryableCode[];
  @ApiProperty({ type: 'integer' }) priority!: number;
  @ApiProperty(nullable('integer')) concurrency_limit!: number | null;
  @ApiProperty(nullable(String)) concurrency_key!: string | null;
  @ApiProperty({ description: 'Who made this version.' }) created_by!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) version_created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
  @ApiProperty({ ...nullable(String), format: 'date-time' }) archived_at!: string | null;
}
