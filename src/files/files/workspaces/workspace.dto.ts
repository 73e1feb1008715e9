import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { IsName } from '../../../access/auth/name.validator.js';
import { Reads } from '../../../platform/wire/reads.decorator.js';
import { QueryFlag } from '../../../platform/wire/query-flag.decorator.js';
import { WORKSPACE_KINDS, type WorkspaceKind } from './workspace.js';

/** Names that look the same are the same. */
function plainName(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().normalize('NFC') : value;
}

export class CreateWorkspaceDto {
  @Reads(plainName)
  @IsName({ description: 'Unique in the project.', example: 'Reports' })
  name!: string;

  @ApiPropertyOptional({ enum: WORKSPACE_KINDS, default: 'files' })
  @IsOptional()
  @IsIn(WORKSPACE_KINDS)
  kind?: WorkspaceKind | null;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      'Most bytes that its files and their earlier versions may hold together; no limit when left out.',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  quota_bytes?: number | null;
}

export class ChangeWorkspaceDto {
  @IsOptional()
  @Reads(plainName)
  @IsName({
    description: 'Unique in the project; stays when left out.',
    example: 'Reports',
    optional: true,
  })
  name?: string;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      'Null = no limit; stays when left out. Below what the files hold, they stay and cannot grow.',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  quota_bytes?: number | null;
}

export class DeleteWorkspaceQueryDto {
  @QueryFlag('Delete it with all that it holds, and although scripts work in it.')
  force = false;
}

export class WorkspaceUsageDto {
  @ApiProperty({ type: 'integer', description: 'Of its files.' })
  bytes!: number;

  @ApiProperty({ type: 'integer', description: 'Files, without directories.' })
  files!: number;

  @ApiProperty({ type: 'integer', description: 'Of the earlier versions of files.' })
  version_bytes!: number;

  @ApiProperty({ type: 'integer', description: 'Earlier versions, those of deleted files too.' })
  versions!: number;
}

export class WorkspaceDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty({ enum: WORKSPACE_KINDS })
  kind!: WorkspaceKind;

  @ApiProperty({ description: 'Whether file requests without `ws` mean this one.' })
  is_default!: boolean;

  @ApiProperty({ type: 'integer', nullable: true })
  quota_bytes!: number | null;

  @ApiProperty({ type: WorkspaceUsageDto })
  usage!: WorkspaceUsageDto;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;
}
