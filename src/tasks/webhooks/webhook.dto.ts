import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IfGiven } from '../../platform/wire/if-given.decorator.js';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { WEBHOOK_EVENTS, type WebhookEvent } from './webhook-event.js';
import { MAX_IDENTIFIER_LENGTH } from '../catalogue/identifier.js';

const MAX_URL = 2_000;

const MAX_TASK_TYPES = 100;

const WEEK_IN_SECONDS = 7 * 24 * 3600;

class WebhookFields {
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 1_000 })
  @IsOptional()
  @IsString()
  @MaxLength(1_000)
  description?: string | null;

  @ApiPropertyOptional({
    type: [String],
    nullable: true,
    description: 'Identifiers of the meta-tasks whose tasks are reported. Default: all.',
  })
  @IsOptional()
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  @MaxLength(MAX_IDENTIFIER_LENGTH, { each: true })
  @ArrayUnique()
  @ArrayMaxSize(MAX_TASK_TYPES)
  @ArrayNotEmpty()
  @IsArray()
  task_types?: string[] | null;

  @ApiPropertyOptional({ default: true })
  @IfGiven()
  @IsBoolean()
  enabled?: boolean;
}

export class CreateWebhookDto extends WebhookFields {
  @ApiProperty({
    description: 'http or https URL at a public address, unless the operator allows more.',
    example: 'https://example.com/hooks/metarun',
    maxLength: MAX_URL,
  })
  @IsString()
  @MaxLength(MAX_URL)
  url!: string;

  @ApiProperty({ enum: WEBHOOK_EVENTS, isArray: true })
  @IsIn(WEBHOOK_EVENTS, { each: true })
  @ArrayUnique()
  @ArrayMaxSize(WEBHOOK_EVENTS.length)
  @ArrayNotEmpty()
  @IsArray()
  events!: WebhookEvent[];
}

export class UpdateWebhookDto extends WebhookFields {
  @ApiPropertyOptional({ maxLength: MAX_URL })
  @IfGiven()
  @IsString()
  @MaxLength(MAX_URL)
  url?: string;

  @ApiPropertyOptional({ enum: WEBHOOK_EVENTS, isArray: true })
  @IfGiven()
  @IsIn(WEBHOOK_EVENTS, { each: true })
  @ArrayUnique()
  @ArrayMaxSize(WEBHOOK_EVENTS.length)
  @ArrayNotEmpty()
  @IsArray()
  events?: WebhookEvent[];
}

export class RotateSecretDto {
  @ApiPropertyOptional({
    type: 'integer',
    default: 86_400,
    minimum: 0,
    maximum: WEEK_IN_SECONDS,
    description: 'Seconds during which deliveries are also signed with the previous secret.',
  })
  @IfGiven()
  @IsInt()
  @Min(0)
  @Max(WEEK_IN_SECONDS)
  keep_previous_seconds?: number;
}

export class WebhookDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() url!: string;
  @ApiProperty({ type: String, nullable: true }) description!: string | null;
  @ApiProperty({ enum: WEBHOOK_EVENTS, isArray: true }) events!: WebhookEvent[];
  @ApiProperty({ type: [String], nullable: true }) task_types!: string[] | null;
  @ApiProperty() enabled!: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'Reason why the server disabled it.' })
  disabled_reason!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Time of the first failure since the last successful delivery.',
  })
  failing_since!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'End of the validity of the previous secret.',
  })
  previous_secret_until!: string | null;
  @ApiProperty() created_by!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}

export class WebhookWithSecretDto extends WebhookDto {
  @ApiProperty({ description: 'Signing secret of deliveries, shown only once.' })
  secret!: string;
}
