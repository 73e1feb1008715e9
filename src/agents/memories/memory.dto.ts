import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
} from 'class-validator';
import { IfGiven } from '../../platform/wire/if-given.decorator.js';
import { IsTime } from '../../platform/wire/is-time.decorator.js';
import { QueryFlag } from '../../platform/wire/query-flag.decorator.js';
import { WholeNumberQuery } from '../../platform/wire/whole-number.decorator.js';
import { MEMORY_SCOPES, type MemoryScope } from '../../tasks/catalogue/memory-field.js';
import {
  MEMORY_KINDS,
  MEMORY_ORIGINS,
  MEMORY_STATUSES,
  MEMORY_TRUSTS,
  type MemoryKind,
  type MemoryOrigin,
  type MemoryStatus,
  type MemoryTrust,
} from './memory-words.js';
import { MAX_SCOPE_ID, MAX_TEXT } from './memory.js';
import { IsPlainName, PLAIN_NAME } from '../../platform/wire/is-plain-name.decorator.js';

const SCOPE_ID =
  'With the scope `task_type` the identifier of a meta-task, with `agent` the id of an agent.';
const SUBJECT =
  'With the scope `subject`: whom or what it is about. A hash of it is stored, and nothing else.';

/** The conditions of a query and of a body. */
class MemoryFilter {
  @ApiPropertyOptional({ enum: MEMORY_SCOPES })
  @IfGiven()
  @IsIn(MEMORY_SCOPES)
  scope?: MemoryScope;

  @ApiPropertyOptional({ maxLength: MAX_SCOPE_ID })
  @IfGiven()
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_SCOPE_ID)
  scope_id?: string;

  @ApiPropertyOptional({ maxLength: MAX_SCOPE_ID })
  @IfGiven()
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_SCOPE_ID)
  subject?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'Only those that come from this task.' })
  @IfGiven()
  @IsUUID()
  task_id?: string;

  @ApiPropertyOptional({ enum: MEMORY_TRUSTS })
  @IfGiven()
  @IsIn(MEMORY_TRUSTS)
  trust?: MemoryTrust;
}

class SelectMemoriesQuery extends MemoryFilter {
  @ApiPropertyOptional({ enum: MEMORY_KINDS })
  @IfGiven()
  @IsIn(MEMORY_KINDS)
  kind?: MemoryKind;

  @ApiPropertyOptional({ enum: MEMORY_STATUSES })
  @IfGiven()
  @IsIn(MEMORY_STATUSES)
  status?: MemoryStatus;

  @QueryFlag('Only those that come from tasks which cite what files no longer say.')
  stale = false;
}

export class ExportMemoriesQuery extends SelectMemoriesQuery {}

export class ListMemoriesQuery extends SelectMemoriesQuery {
  @ApiPropertyOptional({
    maxLength: 1_000,
    description:
      'Words to look for: the best first, those that may be given to a task, on one page.',
  })
  @IfGiven()
  @IsString()
  q?: string;

  @ApiPropertyOptional({ description: 'From the Link header of the page before.' })
  @IfGiven()
  @IsUUID()
  cursor?: string;

  @ApiPropertyOptional({ type: 'integer', default: 50, minimum: 1, maximum: 200 })
  @WholeNumberQuery(1, 200)
  limit = 50;
}

export class CreateMemoryDto {
  @ApiProperty({ minLength: 1, maxLength: MAX_TEXT })
  @IsString()
  text!: string;

  @ApiProperty({ enum: MEMORY_KINDS })
  @IsIn(MEMORY_KINDS)
  kind!: MemoryKind;

  @ApiProperty({ enum: MEMORY_SCOPES })
  @IsIn(MEMORY_SCOPES)
  scope!: MemoryScope;

  @ApiPropertyOptional({ maxLength: MAX_SCOPE_ID, ...PLAIN_NAME, description: SCOPE_ID })
  @IfGiven()
  @IsString()
  @IsNotEmpty()
  @IsPlainName()
  @MaxLength(MAX_SCOPE_ID)
  scope_id?: string;

  @ApiPropertyOptional({ maxLength: MAX_SCOPE_ID, ...PLAIN_NAME, description: SUBJECT })
  @IfGiven()
  @IsString()
  @IsNotEmpty()
  @IsPlainName()
  @MaxLength(MAX_SCOPE_ID)
  subject?: string;

  @ApiPropertyOptional({ type: String, nullable: true, format: 'date-time' })
  @IsOptional()
  @IsTime()
  expires_at?: string | null;
}

export class UpdateMemoryDto {
  @ApiPropertyOptional({ minLength: 1, maxLength: MAX_TEXT })
  @IfGiven()
  @IsString()
  text?: string;

  @ApiPropertyOptional({ enum: MEMORY_KINDS })
  @IfGiven()
  @IsIn(MEMORY_KINDS)
  kind?: MemoryKind;

  @ApiPropertyOptional({ type: String, nullable: true, format: 'date-time' })
  @IsOptional()
  @IsTime()
  expires_at?: string | null;

  @ApiPropertyOptional({ enum: ['active'], description: 'Accepts a memory that is pending.' })
  @IfGiven()
  @IsIn(['active'])
  status?: 'active';
}

export class RemoveMemoryQuery {
  @QueryFlag('Erase text and quotes as well. That they were revoked is kept.')
  purge = false;
}

export class RevokeMemoriesDto extends MemoryFilter {
  @ApiPropertyOptional({ format: 'date-time' })
  @IfGiven()
  @IsTime()
  created_after?: string;

  @ApiPropertyOptional({ format: 'date-time' })
  @IfGiven()
  @IsTime()
  created_before?: string;

  @ApiPropertyOptional({ default: false, description: 'Erase text and quotes as well.' })
  @IfGiven()
  @IsBoolean()
  purge?: boolean;
}

export class RevokedMemoriesDto {
  @ApiProperty({ type: 'integer' }) revoked!: number;
  @ApiProperty({ type: 'integer', description: 'Those whose text was erased.' }) purged!: number;
  @ApiProperty({ type: [String], description: 'Ids of tasks that were given them, at most 1000.' })
  tasks_that_used_them!: string[];
}

export class MemoryDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: MEMORY_SCOPES }) scope!: MemoryScope;
  @ApiProperty({ type: String, nullable: true, description: SCOPE_ID }) scope_id!: string | null;
  @ApiProperty({ enum: MEMORY_KINDS }) kind!: MemoryKind;
  @ApiProperty({ type: String, nullable: true, description: 'Null once it has been purged.' })
  text!: string | null;
  @ApiProperty({ enum: MEMORY_STATUSES }) status!: MemoryStatus;
  @ApiProperty({ enum: MEMORY_TRUSTS }) trust!: MemoryTrust;
  @ApiProperty({ description: 'A task that it comes from cites what files no longer say.' })
  stale!: boolean;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) expires_at!: string | null;
  @ApiProperty({ enum: MEMORY_ORIGINS }) created_via!: MemoryOrigin;
  @ApiProperty({ description: 'A user, an API key, or a meta-task by its identifier.' })
  created_by!: string;
  @ApiProperty({ type: 'integer', description: 'How often tasks were given it.' }) uses!: number;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) last_used_at!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
  @ApiPropertyOptional({ description: 'With `?q` alone. Only results of one answer compare.' })
  score?: number;
}

export class MemorySourceDto {
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'Null: a person gave it.',
  })
  task_id!: string | null;
  @ApiProperty({ description: 'The task is there no longer.' }) task_deleted!: boolean;
  @ApiProperty({ type: 'integer', nullable: true }) attempt!: number | null;
  @ApiProperty({ type: String, nullable: true, format: 'uuid' }) step_id!: string | null;
  @ApiProperty({ type: String, nullable: true }) pointer!: string | null;
  @ApiProperty({ type: String, nullable: true }) quote!: string | null;
  @ApiProperty({ type: String, nullable: true }) file_path!: string | null;
  @ApiProperty({ type: 'integer', nullable: true }) first_line!: number | null;
  @ApiProperty({ type: 'integer', nullable: true }) last_line!: number | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class MemoryUseDto {
  @ApiProperty({ format: 'uuid' }) task_id!: string;
  @ApiProperty({ format: 'uuid' }) step_id!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class MemoryDetailDto extends MemoryDto {
  @ApiProperty({ type: [MemorySourceDto] }) sources!: MemorySourceDto[];
  @ApiProperty({
    type: [String],
    description:
      'Of a memory that a model proposed and that is pending: its words that the quotes do not prove.',
    example: ['4711'],
  })
  unproven!: string[];
  @ApiProperty({ type: [MemoryUseDto], description: 'The newest 100.' }) used_by!: MemoryUseDto[];
}

class OpenMemoryJobsDto {
  @ApiProperty({ type: 'integer' }) pending!: number;
  @ApiProperty({ type: 'integer' }) failed!: number;
}

export class MemoryStatsDto {
  @ApiProperty({ type: Object, additionalProperties: { type: 'integer' }, example: { active: 12 } })
  memories!: Record<string, number>;
  @ApiProperty({ type: 'integer', description: 'Texts that were given to be kept.' })
  candidates!: number;
  @ApiProperty({ type: 'integer' }) admitted!: number;
  @ApiProperty({ type: 'integer', description: 'Those that were there already.' }) known!: number;
  @ApiProperty({
    type: Object,
    additionalProperties: { type: 'integer' },
    description: 'By reason.',
    example: { secret: 1 },
  })
  refused!: Record<string, number>;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'The share of active memories that a task was given; null where there are none.',
  })
  use_rate!: number | null;
  @ApiProperty({ description: 'Tasks that memories are still to be distilled from.' })
  jobs!: OpenMemoryJobsDto;
}
