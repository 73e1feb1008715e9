import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import { WholeNumberQuery } from '../../platform/wire/whole-number.decorator.js';

export class McpQueryDto {
  @ApiPropertyOptional({
    example: 'weekly-report,search_*',
    description:
      'Names of tools, and beginnings of names with `*` behind: the connection has no others.',
  })
  @IsOptional()
  @IsString({ message: 'tools must be given once, as a text' })
  tools?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: 60,
    default: 20,
    description: 'Seconds that a call waits for the end of its task.',
  })
  @WholeNumberQuery(0, 60)
  wait_seconds = 20;
}
