import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { IsName } from '../auth/name.validator.js';
import { isoTime } from '../kernel/clock.js';
import { WORKSPACE_KINDS, type WorkspaceKind } from './workspace.js';
import type { WorkspaceWithUsage } from './workspaces.service.js';

export class CreateWorkspaceDto {
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.trim().normalize('NFC') : value,
  )
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
    description: 'Most bytes that its files may hold together; no limit when left out.',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  quota_bytes?: number | null;
}

export class WorkspaceUsageDto {
  @ApiProperty({ type: 'integer' })
  bytes!: number;

  @ApiProperty({ type: 'integer', description: 'Files, without directories.' })
  files!: number;
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

export function toWorkspaceDto({ workspace, usage }: WorkspaceWithUsage): WorkspaceDto {
  return {
    id: workspace.id,
    name: workspace.name,
    kind: workspace.kind,
    is_default: workspace.isDefault,
    quota_bytes: workspace.quotaBytes,
    usage: { bytes: usage.bytes, files: usage.files },
    created_at: isoTime(workspace.createdAt),
  };
}
