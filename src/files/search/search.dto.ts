import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, IsUUID } from 'class-validator';
import { PlaceDto } from '../files/reading/place.dto.js';
import { MATCH_KINDS, type MatchKind } from './search.service.js';
import { FOUND_BY, type FoundBy } from './wanted-words.js';
import { WholeNumberQuery } from '../../platform/wire/whole-number.decorator.js';

export class SearchFilesQueryDto {
  @ApiProperty({
    example: 'refund "credit card" -draft',
    description:
      'Search words and "phrases", all of which must match; a minus sign excludes a word, and `refund*` matches a prefix.',
  })
  @IsString({ message: 'q must be given once, as a text' })
  q!: string;

  @ApiPropertyOptional({ example: '/handbook', description: 'Directory or file to search.' })
  @IsOptional()
  @IsString({ message: 'path must be given once, as a text' })
  path?: string;

  @ApiPropertyOptional({
    format: 'uuid',
    description: 'Workspace by UUID. Default: the default workspace of the project.',
  })
  @IsOptional()
  @IsUUID('all', { message: 'ws must be the UUID of a workspace' })
  ws?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description: 'Maximum number of results per page.',
  })
  @WholeNumberQuery(1, 100)
  limit = 20;

  @ApiPropertyOptional({ description: 'Cursor from the Link header of the previous page.' })
  @IsOptional()
  @IsString({ message: 'cursor must be given once, as a text' })
  cursor?: string;
}

export class WordFoundDto {
  @ApiProperty({ description: 'Word of the query.' })
  word!: string;

  @ApiProperty({
    type: String,
    enum: FOUND_BY,
    nullable: true,
    description:
      'Kind of match: the `word` itself, another `form` of it, a `part` (one word contains the other), or a similar `spelling`. Null if the section contains none of these.',
  })
  by!: FoundBy | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'refunds',
    description: 'Matched form, without case and accents. Null if there is no match.',
  })
  form!: string | null;
}

export class SearchResultDto {
  @ApiProperty({ example: '/handbook/orders.md' })
  path!: string;

  @ApiProperty({ example: 'orders.md' })
  name!: string;

  @ApiProperty({ example: 'text/markdown; charset=utf-8' })
  mime_type!: string;

  @ApiProperty({ description: 'ETag of the searched file, as in the ETag header.' })
  etag!: string;

  @ApiProperty({ format: 'date-time' })
  updated_at!: string;

  @ApiProperty({
    type: [String],
    example: ['Orders', 'How to pay'],
    description: 'Titles of the headings above the section. Empty if there are none.',
  })
  heading!: string[];

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'how-to-pay',
    description: 'Anchor of the last of these headings.',
  })
  anchor!: string | null;

  @ApiProperty({
    type: 'integer',
    description: 'Line of the first match in the snippet, counted from 1.',
  })
  line!: number;

  @ApiProperty({ type: 'integer', description: 'First line of the section.' })
  first_line!: number;

  @ApiProperty({ type: 'integer' })
  last_line!: number;

  @ApiProperty({
    type: PlaceDto,
    nullable: true,
    description: 'Page, slide or sheet of `line` in the document. Null if unknown.',
  })
  place!: PlaceDto | null;

  @ApiProperty({ description: 'Snippet: one line of plain text, about 240 characters.' })
  snippet!: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
    example: [[4, 10]],
    description: 'Start and end of each match in the snippet, in Unicode characters.',
  })
  highlights!: [number, number][];

  @ApiProperty({
    enum: MATCH_KINDS,
    description:
      'Kind of match. `exact`: the section contains all words as queried. `forms`: all words, some in other forms. `some`: some of the words. `meaning`: found by meaning alone.',
  })
  match!: MatchKind;

  @ApiProperty({
    type: [WordFoundDto],
    description: 'Significant words of the query, each with its match.',
  })
  words!: WordFoundDto[];

  @ApiProperty({
    description:
      'Relevance; higher is better. Comparable only among results of one answer with the same `match`, or among all of them if `X-Search-Meaning` is `used`.',
  })
  score!: number;
}
