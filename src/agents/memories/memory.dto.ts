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
  'Identifier of a meta-task for the scope `task_type`, id of an agent for the scope `agent`.';
const SUBJECT = 'Subject of the memory, for the scope `subject`. Only a hash of it is stored.';

/** Filter conditions shared by queries and bodies. */
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

  @ApiPropertyOptional({ format: 'uuid', description: 'Only memories from this task.' })
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

  @QueryFlag('Only memories from tasks with outdated citations.')
  stale = false;
}

export class ExportMemoriesQuery extends SelectMemoriesQuery {}

export class ListMemoriesQuery extends SelectMemoriesQuery {
  @ApiPropertyOptional({
    maxLength: 1_000,
    description:
      'Search words. Returns a single page of memories that tasks may receive, best match first.',
  })
  @IfGiven()
  @IsString()
  q?: string;

  @ApiPropertyOptional({ description: 'Cursor from the Link header of the previous page.' })
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

  @ApiPropertyOptional({
    enum: ['active'],
    description: 'New status, which accepts a pending memory.',
  })
  @IfGiven()
  @IsIn(['active'])
  status?: 'active';
}

export class RemoveMemoryQuery {
  @QueryFlag('Whether to erase text and quotes as well. A record of the revocation remains.')
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

  @ApiPropertyOptional({ default: false, description: 'Whether to erase text and quotes as well.' })
  @IfGiven()
  @IsBoolean()
  purge?: boolean;
}

export class RevokedMemoriesDto {
  @ApiProperty({ type: 'integer' }) revoked!: number;
  @ApiProperty({ type: 'integer', description: 'Number of memories whose text was erased.' })
  purged!: number;
  @ApiProperty({ type: [String], description: 'Ids of tasks that received them, at most 1000.' })
  tasks_that_used_them!: string[];
}

export class MemoryDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: MEMORY_SCOPES }) scope!: MemoryScope;
  @ApiProperty({ type: String, nullable: true, description: SCOPE_ID }) scope_id!: string | null;
  @ApiProperty({ enum: MEMORY_KINDS }) kind!: MemoryKind;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Text of the memory. Null once it has been purged.',
  })
  text!: string | null;
  @ApiProperty({ enum: MEMORY_STATUSES }) status!: MemoryStatus;
  @ApiProperty({ enum: MEMORY_TRUSTS }) trust!: MemoryTrust;
  @ApiProperty({ description: 'Whether a task from which it comes has outdated citations.' })
  stale!: boolean;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) expires_at!: string | null;
  @ApiProperty({ enum: MEMORY_ORIGINS }) created_via!: MemoryOrigin;
  @ApiProperty({ description: 'User, API key, or identifier of the meta-task that created it.' })
  created_by!: string;
  @ApiProperty({ type: 'integer', description: 'Number of times that tasks received it.' })
  uses!: number;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) last_used_at!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
  @ApiPropertyOptional({
    description: 'Relevance, present only with `?q` and comparable only within one response.',
  })
  score?: number;
}

export class MemorySourceDto {
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'Source task. Null if a person added it.',
  })
  task_id!: string | null;
  @ApiProperty({ description: 'Whether the task has been deleted.' }) task_deleted!: boolean;
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
    description: 'Words of a pending memory proposed by a model that its quotes do not confirm.',
    example: ['4711'],
  })
  unproven!: string[];
  @ApiProperty({ type: [MemoryUseDto], description: 'The 100 newest uses.' })
  used_by!: MemoryUseDto[];
}

class OpenMemoryJobsDto {
  @ApiProperty({ type: 'integer' }) pending!: number;
  @ApiProperty({ type: 'integer' }) failed!: number;
}

export class MemoryStatsDto {
  @ApiProperty({ type: Object, additionalProperties: { type: 'integer' }, example: { active: 12 } })
  memories!: Record<string, number>;
  @ApiProperty({ type: 'integer', description: 'Number of texts proposed as memories.' })
  candidates!: number;
  @ApiProperty({ type: 'integer' }) admitted!: number;
  @ApiProperty({ type: 'integer', description: 'Number of texts that were already known.' })
  known!: number;
  @ApiProperty({
    type: Object,
    additionalProperties: { type: 'integer' },
    description: 'Number of refused texts by reason.',
    example: { secret: 1 },
  })
  refused!: Record<string, number>;
  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Share of active memories that a task has received. Null if there are no active memories.',
  })
  use_rate!: number | null;
  @ApiProperty({ description: 'Number of tasks from which memories are still to be distilled.' })
  jobs!: OpenMemoryJobsDto;
}
