import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, IsUUID } from 'class-validator';
import { IfGiven } from '../../platform/wire/if-given.decorator.js';
import { QueryFlag } from '../../platform/wire/query-flag.decorator.js';
import { WholeNumberQuery } from '../../platform/wire/whole-number.decorator.js';
import { STALE_REASONS, type StaleReason } from './citation.js';

export class ListCitationsQuery {
  @QueryFlag('Only outdated citations, i.e. those whose files no longer contain the quote.')
  stale = false;

  @ApiPropertyOptional({ format: 'uuid', description: 'Only citations of this task.' })
  @IfGiven()
  @IsUUID()
  task_id?: string;

  @ApiPropertyOptional({
    format: 'uuid',
    description: 'Only citations of files of this workspace.',
  })
  @IfGiven()
  @IsUUID()
  ws?: string;

  @ApiPropertyOptional({ description: 'Only citations of this file.' })
  @IfGiven()
  @IsString()
  path?: string;

  @ApiPropertyOptional({ description: 'Cursor from the Link header of the previous page.' })
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

  @ApiProperty({ format: 'uuid', description: 'Task whose result contains the citation.' })
  task_id!: string;

  @ApiProperty({ format: 'uuid', description: 'Workspace of the file.' })
  ws!: string;

  @ApiProperty({ example: '/handbook/orders.md' })
  path!: string;

  @ApiProperty({ description: 'Quoted text.' })
  quote!: string;

  @ApiProperty({ type: [String], description: 'Titles of the headings above the quote.' })
  heading!: string[];

  @ApiProperty({
    type: 'integer',
    description: 'Line in which the quote begins, in the cited content.',
  })
  line!: number;

  @ApiProperty({ description: 'ETag of the cited content.' })
  etag!: string;

  @ApiProperty({
    type: String,
    enum: STALE_REASONS,
    nullable: true,
    description:
      'Reason why the citation is outdated: the file is `changed` and no longer contains the quote, or is `deleted`. Null while the file contains the quote.',
  })
  stale!: StaleReason | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  stale_at!: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;
}
