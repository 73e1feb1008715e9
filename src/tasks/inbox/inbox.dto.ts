import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import type { Json } from '../../base/kernel/json.js';
import { ANY_JSON } from '../../platform/wire/any-json.js';

export class SendEventDto {
  @ApiPropertyOptional({
    description: 'Any JSON: what the script gets. 256 KiB at most.',
    anyOf: ANY_JSON,
    default: null,
  })
  @IsOptional()
  payload?: Json;
}

export class SentEventDto {
  @ApiProperty() name!: string;
  @ApiProperty({
    description: 'Whether the script waited for it; else it is kept until it does.',
  })
  delivered!: boolean;
}
