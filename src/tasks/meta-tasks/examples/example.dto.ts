import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsObject, IsOptional, IsString, MaxLength } from 'class-validator';
import type { JsonObject } from '../../../base/kernel/json.js';
import type { StoredJson } from '../../../base/kernel/stored-json.js';
import { MAX_DESCRIPTION } from './example.js';

export class PutExampleDto {
  @ApiProperty({
    type: Object,
    additionalProperties: true,
    description: 'Params as up to 64 KiB of JSON. Validated only when a task is created with them.',
    example: { month: 'june' },
  })
  @IsObject()
  params!: JsonObject;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: MAX_DESCRIPTION })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_DESCRIPTION)
  description?: string | null;
}

export class ExampleDto {
  @ApiProperty() name!: string;
  @ApiProperty({ type: String, nullable: true }) description!: string | null;
  @ApiProperty({ type: Object, additionalProperties: true }) params!: StoredJson;
  @ApiProperty({ description: 'Last author.' }) updated_by!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}
