import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, IsUUID } from 'class-validator';

export class ReconvertDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    default: '/',
    description: 'Markdown file of a document, or a directory including its contents.',
  })
  @IsOptional()
  @IsString()
  path?: string | null;

  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true })
  @IsOptional()
  @IsUUID('all', { message: 'ws must be the UUID of a workspace' })
  ws?: string | null;

  @ApiPropertyOptional({
    type: Boolean,
    nullable: true,
    default: false,
    description: 'Whether to include documents that the current converters converted.',
  })
  @IsOptional()
  @IsBoolean()
  all?: boolean | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'windows-1251',
    description: 'Charset of the texts among them, if it was detected wrongly.',
  })
  @IsOptional()
  @IsString()
  charset?: string | null;
}

export class ReconversionDto {
  @ApiProperty({ type: 'integer', description: 'Number of documents that are being converted.' })
  converting!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Number of documents already converted by the current converters.',
  })
  up_to_date!: number;
}
