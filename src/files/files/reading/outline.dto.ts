import { ApiProperty } from '@nestjs/swagger';
import { FileEntryDto } from '../tree/file.dto.js';
import { MAX_HEADINGS } from './outline.js';
import { PlaceDto } from './place.dto.js';

export class HeadingDto {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 6 })
  level!: number;

  @ApiProperty({ example: 'How to pay', description: 'Without Markdown.' })
  title!: string;

  @ApiProperty({ example: 'how-to-pay', description: 'Names the heading within its file.' })
  anchor!: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    minimum: 0,
    description:
      'The place of the heading above it in this list, counted from 0; null where there is none.',
  })
  parent!: number | null;

  @ApiProperty({ type: 'integer', description: 'Counted from 1.' })
  first_line!: number;

  @ApiProperty({ type: 'integer', description: 'The last line of what is below the heading.' })
  last_line!: number;

  @ApiProperty({
    type: PlaceDto,
    nullable: true,
    description: 'The page, slide or sheet that it stands on; null where none is known.',
  })
  place!: PlaceDto | null;
}

export class FileOutlineDto extends FileEntryDto {
  @ApiProperty({ type: 'integer' })
  total_lines!: number;

  @ApiProperty({ type: [HeadingDto], maxItems: MAX_HEADINGS })
  headings!: HeadingDto[];

  @ApiProperty({
    description: 'True if the file has further headings, which are left out: read it by lines.',
  })
  more!: boolean;
}
