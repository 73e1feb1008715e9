import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID } from 'class-validator';
import type { StoredJson } from '../../base/kernel/stored-json.js';
import { IfGiven } from '../../platform/wire/if-given.decorator.js';
import { WholeNumberQuery } from '../../platform/wire/whole-number.decorator.js';
import { IsTime } from '../../platform/wire/is-time.decorator.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from './delivery.js';
import { TEST_EVENT, WEBHOOK_EVENTS } from './webhook-event.js';

/** The outcomes of deliveries that have ended. */
const ENDED = ['success', 'failed'] as const;

/** The events of deliveries. */
const DELIVERY_TYPES: readonly string[] = [...WEBHOOK_EVENTS, TEST_EVENT];

export class ListDeliveriesQuery {
  @ApiPropertyOptional({ enum: DELIVERY_STATUSES })
  @IsOptional()
  @IsIn(DELIVERY_STATUSES)
  status?: DeliveryStatus;

  @ApiPropertyOptional({ description: 'Only deliveries of this event.', example: 'task.failed' })
  @IsOptional()
  @IsIn(DELIVERY_TYPES)
  type?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'Only deliveries for this task.' })
  @IsOptional()
  @IsUUID('all')
  task_id?: string;

  @ApiPropertyOptional({ description: 'Cursor from the Link header of the previous page.' })
  @IsOptional()
  @IsUUID()
  cursor?: string;

  @ApiPropertyOptional({ type: 'integer', default: 50, minimum: 1, maximum: 200 })
  @WholeNumberQuery(1, 200)
  limit = 50;
}

export class DeliveryDto {
  @ApiProperty({
    format: 'uuid',
    description: 'Message id, sent as `webhook-id` with every attempt.',
  })
  id!: string;
  @ApiProperty({ example: 'task.success' }) type!: string;
  @ApiProperty({ type: String, nullable: true, format: 'uuid' }) task_id!: string | null;
  @ApiProperty({ enum: DELIVERY_STATUSES }) status!: DeliveryStatus;
  @ApiProperty({ type: 'integer' }) attempts!: number;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  next_attempt_at!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) attempted_at!: string | null;
  @ApiProperty({ type: 'integer', nullable: true }) response_status!: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Duration of the last attempt, in ms.',
  })
  duration_ms!: number | null;
  @ApiProperty({ type: String, nullable: true, description: 'Reason why the last attempt failed.' })
  error!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) finished_at!: string | null;
}

export class DeliveryDetailDto extends DeliveryDto {
  @ApiProperty({ type: Object, additionalProperties: true }) payload!: StoredJson;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The first 1024 bytes of the response body.',
  })
  response_body!: string | null;
}

export class RedeliverDto {
  @ApiPropertyOptional({ enum: ENDED, default: 'failed' })
  @IfGiven()
  @IsIn(ENDED)
  status: (typeof ENDED)[number] = 'failed';

  @ApiPropertyOptional({ description: 'Only deliveries of this event.', example: 'task.failed' })
  @IfGiven()
  @IsIn(DELIVERY_TYPES)
  type?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'Only deliveries for this task.' })
  @IfGiven()
  @IsUUID('all')
  task_id?: string;

  @ApiPropertyOptional({
    format: 'date-time',
    description: 'Only deliveries created after this time.',
  })
  @IfGiven()
  @IsTime()
  created_after?: string;
}

export class RedeliveredDto {
  @ApiProperty({ type: 'integer' }) redelivered!: number;
  @ApiProperty({
    description: 'Whether the limit of one request was reached, so that there may be more.',
  })
  more!: boolean;
}
