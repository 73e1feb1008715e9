import { ApiProperty } from '@nestjs/swagger';
import { FileEntryDto } from '../tree/file.dto.js';
import { MAX_HEADINGS } from './outline.js';
import { PlaceDto } from './place.dto.js';

export class HeadingDto {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 6 })
  level!: number;

  @ApiProperty({ example: 'How to pay', description: 'Title without Markdown.' })
  title!: string;

  @ApiProperty({ example: 'how-to-pay', description: 'Anchor, unique within the file.' })
  anchor!: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    minimum: 0,
    description:
      'Index of its parent heading in this list, counted from 0. Null if it has no parent.',
  })
  parent!: number | null;

  @ApiProperty({ type: 'integer', description: 'Line of the heading, counted from 1.' })
  first_line!: number;

  @ApiProperty({ type: 'integer', description: 'Last line of the section below the heading.' })
  last_line!: number;

  @ApiProperty({
    type: PlaceDto,
    nullable: true,
    description: 'Page, slide or sheet of the heading. Null if unknown.',
  })
  place!: PlaceDto | null;
}

export class FileOutlineDto extends FileEntryDto {
  @ApiProperty({ type: 'integer' })
  total_lines!: number;

  @ApiProperty({ type: [HeadingDto], maxItems: MAX_HEADINGS })
  headings!: HeadingDto[];

  @ApiProperty({
    description: 'Whether further headings were omitted. They can be found by reading lines.',
  })
  more!: boolean;
}
