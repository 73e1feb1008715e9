import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsUUID } from 'class-validator';
import { isoTime } from '../../../base/kernel/clock.js';
import { WholeNumberQuery } from '../../../platform/wire/whole-number.decorator.js';
import type { McpCall } from './mcp-calls.service.js';

export class ListMcpCallsQuery {
  @ApiPropertyOptional({ description: 'Cursor from the Link header of the previous page.' })
  @IsOptional()
  @IsUUID(undefined, { message: 'cursor must be one of a Link header' })
  cursor?: string;

  @ApiPropertyOptional({ type: 'integer', default: 50, minimum: 1, maximum: 200 })
  @WholeNumberQuery(1, 200)
  limit = 50;
}

export class McpCallDto {
  @ApiProperty({ format: 'uuid', description: 'Id of the step.' }) id!: string;
  @ApiProperty({ format: 'uuid' }) task_id!: string;
  @ApiProperty({ example: 'create_issue' }) tool!: string;
  @ApiProperty({
    description: 'Outcome: `ok`, `running`, `waiting`, `cancelled`, or the error code.',
    example: 'ok',
  })
  outcome!: string;
  @ApiProperty({ format: 'date-time', description: 'Start time of the step.' }) at!: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Duration of the step in ms. Null until it has ended.',
  })
  duration_ms!: number | null;
}

export function mcpCallDto({ id, taskId, tool, outcome, at, durationMs }: McpCall): McpCallDto {
  return { id, task_id: taskId, tool, outcome, at: isoTime(at), duration_ms: durationMs };
}
