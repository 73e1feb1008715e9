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
      'All of these words and "phrases", and none of those with a minus sign; `refund*` finds what begins so.',
  })
  @IsString({ message: 'q must be given once, as a text' })
  q!: string;

  @ApiPropertyOptional({ example: '/handbook', description: 'Only in this directory, or file.' })
  @IsOptional()
  @IsString({ message: 'path must be given once, as a text' })
  path?: string;

  @ApiPropertyOptional({
    format: 'uuid',
    description: 'UUID of a workspace; the default one of the project when left out.',
  })
  @IsOptional()
  @IsUUID('all', { message: 'ws must be the UUID of a workspace' })
  ws?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description: 'Results a page.',
  })
  @WholeNumberQuery(1, 100)
  limit = 20;

  @ApiPropertyOptional({ description: 'From the Link header of the page before.' })
  @IsOptional()
  @IsString({ message: 'cursor must be given once, as a text' })
  cursor?: string;
}

export class WordFoundDto {
  @ApiProperty({ description: 'As it was asked for.' })
  word!: string;

  @ApiProperty({
    type: String,
    enum: FOUND_BY,
    nullable: true,
    description:
      'The word itself, another form of it, a longer word that it is a part of or a part of it, or a word that is spelt nearly so; null where the section has none of these.',
  })
  by!: FoundBy | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'refunds',
    description: 'The form that is found, without case and accents.',
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

  @ApiProperty({ description: 'Of the file that was searched, as in the ETag header.' })
  etag!: string;

  @ApiProperty({ format: 'date-time' })
  updated_at!: string;

  @ApiProperty({
    type: [String],
    example: ['Orders', 'How to pay'],
    description: 'Titles of the headings that the section stands below; empty where there is none.',
  })
  heading!: string[];

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'how-to-pay',
    description: 'Of the last of them.',
  })
  anchor!: string | null;

  @ApiProperty({ type: 'integer', description: 'Where the snippet has its first match, from 1.' })
  line!: number;

  @ApiProperty({ type: 'integer', description: 'Of the section.' })
  first_line!: number;

  @ApiProperty({ type: 'integer' })
  last_line!: number;

  @ApiProperty({
    type: PlaceDto,
    nullable: true,
    description: 'The page, slide or sheet of `line` in the document; null where none is known.',
  })
  place!: PlaceDto | null;

  @ApiProperty({ description: 'One line of plain text, about 240 characters.' })
  snippet!: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
    example: [[4, 10]],
    description: 'Begin and end of the matches in the snippet, counted in Unicode characters.',
  })
  highlights!: [number, number][];

  @ApiProperty({
    enum: MATCH_KINDS,
    description:
      'The section has all of the words as they were asked for; all of them, but some in other forms; or some of them. `meaning`: it was found by what it means alone.',
  })
  match!: MatchKind;

  @ApiProperty({
    type: [WordFoundDto],
    description: 'The words of the query that say something, with what of each is found.',
  })
  words!: WordFoundDto[];

  @ApiProperty({
    description:
      'More is better; only results with the same `match` in one answer compare, and all of them where `X-Search-Meaning` is `used`.',
  })
  score!: number;
}
