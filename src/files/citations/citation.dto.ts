import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, IsUUID } from 'class-validator';
import { IfGiven } from '../../platform/wire/if-given.decorator.js';
import { QueryFlag } from '../../platform/wire/query-flag.decorator.js';
import { WholeNumberQuery } from '../../platform/wire/whole-number.decorator.js';
import { STALE_REASONS, type StaleReason } from './citation.js';

export class ListCitationsQuery {
  @QueryFlag('Only those whose files no longer say what is cited.')
  stale = false;

  @ApiPropertyOptional({ format: 'uuid', description: 'Only those of this task.' })
  @IfGiven()
  @IsUUID()
  task_id?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'Only those of files of this workspace.' })
  @IfGiven()
  @IsUUID()
  ws?: string;

  @ApiPropertyOptional({ description: 'Only those of this file.' })
  @IfGiven()
  @IsString()
  path?: string;

  @ApiPropertyOptional({ description: 'From the Link header of the page before.' })
  @IfGiven()
  @IsUUID()
  cursor?: string;

  @ApiPropertyOptional({ type: 'integer', default: 50, minimum: 1, maximum: 200 })
  @WholeNumberQuery(1, 200)
  limit = 50;
}

export class CitationDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ format: 'uuid', description: 'The task whose result cites it.' })
  task_id!: string;

  @ApiProperty({ format: 'uuid', description: 'The workspace of the file.' })
  ws!: string;

  @ApiProperty({ example: '/handbook/orders.md' })
  path!: string;

  @ApiProperty({ description: 'The words that are cited.' })
  quote!: string;

  @ApiProperty({ type: [String], description: 'Titles of the headings that it stood below.' })
  heading!: string[];

  @ApiProperty({
    type: 'integer',
    description: 'The line in which the quote begins, in the content that was cited.',
  })
  line!: number;

  @ApiProperty({ description: 'The ETag of the content that was cited.' })
  etag!: string;

  @ApiProperty({
    type: String,
    enum: STALE_REASONS,
    nullable: true,
    description:
      'The file has `changed` and no longer says it, or is `deleted`; null while it says it.',
  })
  stale!: StaleReason | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  stale_at!: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;
}
