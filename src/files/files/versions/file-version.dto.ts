import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';

export class FileVersionDto {
  @ApiProperty({ description: 'Permanent id of the version.' })
  id!: string;

  @ApiProperty({ type: 'integer', description: 'Version number, counted from 1.' })
  version!: number;

  @ApiProperty({ example: '/reports/2026.md', description: 'Path of the file at that time.' })
  path!: string;

  @ApiProperty({ example: '2026.md' })
  name!: string;

  @ApiProperty({ type: 'integer', description: 'Size in bytes.' })
  size!: number;

  @ApiProperty({ example: 'text/markdown; charset=utf-8' })
  mime_type!: string;

  @ApiProperty({ description: 'ETag, as in the ETag header.' })
  etag!: string;

  @ApiProperty({ format: 'date-time', description: 'Modification time that the file had.' })
  updated_at!: string;

  @ApiProperty({ type: String, nullable: true })
  converted_from!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Time at which it was replaced or deleted. Null for the current content.',
  })
  ended_at!: string | null;

  @ApiProperty({ type: String, nullable: true, enum: ['replaced', 'deleted', null] })
  ended_by!: 'replaced' | 'deleted' | null;
}

export class RestoreVersionDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: '/reports/2026-restored.md',
    description:
      'Path to restore it to. Default: the current path of the file, or its path when it was deleted.',
  })
  @IsOptional()
  @IsString()
  to?: string | null;
}

export class DroppedVersionsDto {
  @ApiProperty({ type: 'integer', description: 'Number of removed versions.' })
  dropped!: number;
}
