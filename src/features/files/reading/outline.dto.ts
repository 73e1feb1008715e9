import { ApiProperty } from '@nestjs/swagger';
import { FileEntryDto } from '../tree/file.dto.js';
import { PlaceDto } from './place.dto.js';

export class HeadingDto {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 6 })
  level!: number;

  @ApiProperty({ example: 'How to pay', description: 'Without Markdown.' })
  title!: string;

  @ApiProperty({ example: 'how-to-pay', description: 'Names the heading within its file.' })
  anchor!: string;

  @ApiProperty({
    type: [String],
    example: ['Orders', 'How to pay'],
    description: 'Titles of the headings above it, and its own.',
  })
  path!: string[];

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

  @ApiProperty({ type: [HeadingDto] })
  headings!: HeadingDto[];
}
