import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import type { Json } from '../../base/kernel/json.js';
import { ANY_JSON } from '../../platform/wire/any-json.js';

export class SendEventDto {
  @ApiPropertyOptional({
    description: 'Any JSON: what the script receives. Maximum: 256 KiB.',
    anyOf: ANY_JSON,
    default: null,
  })
  @IsOptional()
  payload?: Json;
}

export class SentEventDto {
  @ApiProperty() name!: string;
  @ApiProperty({
    description:
      'Whether the script was waiting for the event. Otherwise the event is kept until it does.',
  })
  delivered!: boolean;
}
