import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';

export class FileVersionDto {
  @ApiProperty({ description: 'Names it for good.' })
  id!: string;

  @ApiProperty({ type: 'integer', description: 'Counts the contents of the file, from 1.' })
  version!: number;

  @ApiProperty({ example: '/reports/2026.md', description: 'Where the file was then.' })
  path!: string;

  @ApiProperty({ example: '2026.md' })
  name!: string;

  @ApiProperty({ type: 'integer', description: 'Bytes.' })
  size!: number;

  @ApiProperty({ example: 'text/markdown; charset=utf-8' })
  mime_type!: string;

  @ApiProperty({ description: 'As in the ETag header.' })
  etag!: string;

  @ApiProperty({ format: 'date-time', description: 'As the file had it.' })
  updated_at!: string;

  @ApiProperty({ type: String, nullable: true })
  converted_from!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it was replaced or deleted; null of the present content.',
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
    description: 'Another path for it; without it where the file is, or was when it was deleted.',
  })
  @IsOptional()
  @IsString()
  to?: string | null;
}

export class DroppedVersionsDto {
  @ApiProperty({ type: 'integer', description: 'Versions that were dropped.' })
  dropped!: number;
}
