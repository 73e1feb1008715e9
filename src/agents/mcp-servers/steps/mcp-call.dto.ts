import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsUUID } from 'class-validator';
import { isoTime } from '../../../base/kernel/clock.js';
import { WholeNumberQuery } from '../../../platform/wire/whole-number.decorator.js';
import type { McpCall } from './mcp-calls.service.js';

export class ListMcpCallsQuery {
  @ApiPropertyOptional({ description: 'From the `Link` header of the page before.' })
  @IsOptional()
  @IsUUID(undefined, { message: 'cursor must be one of a Link header' })
  cursor?: string;

  @ApiPropertyOptional({ type: 'integer', default: 50, minimum: 1, maximum: 200 })
  @WholeNumberQuery(1, 200)
  limit = 50;
}

export class McpCallDto {
  @ApiProperty({ format: 'uuid', description: 'That of the step.' }) id!: string;
  @ApiProperty({ format: 'uuid' }) task_id!: string;
  @ApiProperty({ example: 'create_issue' }) tool!: string;
  @ApiProperty({
    description: '`ok`, `running`, `waiting`, `cancelled`, or the code of the error.',
    example: 'ok',
  })
  outcome!: string;
  @ApiProperty({ format: 'date-time', description: 'When the step began.' }) at!: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Until the step ended, in ms; null before.',
  })
  duration_ms!: number | null;
}

export function mcpCallDto({ id, taskId, tool, outcome, at, durationMs }: McpCall): McpCallDto {
  return { id, task_id: taskId, tool, outcome, at: isoTime(at), duration_ms: durationMs };
}
