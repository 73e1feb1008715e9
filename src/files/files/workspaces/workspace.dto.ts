import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { IsName } from '../../../access/auth/name.validator.js';
import { Reads } from '../../../platform/wire/reads.decorator.js';
import { QueryFlag } from '../../../platform/wire/query-flag.decorator.js';
import { WORKSPACE_KINDS, type WorkspaceKind } from './workspace.js';

/** Returns a name in its plain form, so that names that look the same are equal. */
function plainName(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().normalize('NFC') : value;
}

export class CreateWorkspaceDto {
  @Reads(plainName)
  @IsName({ description: 'Name, unique in the project.', example: 'Reports' })
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
      'Maximum total size of its files and their earlier versions, in bytes. Default: no limit.',
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
    description: 'Name, unique in the project. Unchanged by default.',
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
      'Quota in bytes; null for no limit. Unchanged by default. If it is below the present usage, existing files are kept but cannot grow.',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  quota_bytes?: number | null;
}

export class DeleteWorkspaceQueryDto {
  @QueryFlag('Whether to delete it with all its contents, even if scripts are using it.')
  force = false;
}

export class WorkspaceUsageDto {
  @ApiProperty({ type: 'integer', description: 'Total size of its files, in bytes.' })
  bytes!: number;

  @ApiProperty({ type: 'integer', description: 'Number of files, without directories.' })
  files!: number;

  @ApiProperty({ type: 'integer', description: 'Total size of earlier versions, in bytes.' })
  version_bytes!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Number of earlier versions, including those of deleted files.',
  })
  versions!: number;
}

export class WorkspaceDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty({ enum: WORKSPACE_KINDS })
  kind!: WorkspaceKind;

  @ApiProperty({ description: 'Whether file requests without `ws` use this workspace.' })
  is_default!: boolean;

  @ApiProperty({ type: 'integer', nullable: true })
  quota_bytes!: number | null;

  @ApiProperty({ type: WorkspaceUsageDto })
  usage!: WorkspaceUsageDto;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;
}
