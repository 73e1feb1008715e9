import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, IsUUID } from 'class-validator';

export class ReconvertDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    default: '/',
    description: 'The Markdown of a document, or a directory with all that is in it.',
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
    description: 'Those of the present converters too.',
  })
  @IsOptional()
  @IsBoolean()
  all?: boolean | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'windows-1251',
    description: 'The charset of the texts among them, where it was found out wrongly.',
  })
  @IsOptional()
  @IsString()
  charset?: string | null;
}

export class ReconversionDto {
  @ApiProperty({ type: 'integer', description: 'Documents that are being converted.' })
  converting!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Those that the present converters have converted already.',
  })
  up_to_date!: number;
}
