import { ApiProperty } from '@nestjs/swagger';
import { SOURCE_LANGUAGES, type SourceLanguage } from './source-language.js';

/** A file that the author of a version wrote. */
export class SourceFileDto {
  @ApiProperty({ description: 'Path, as named in error frames.' }) path!: string;
  @ApiProperty({ enum: SOURCE_LANGUAGES }) language!: SourceLanguage;
  @ApiProperty() content!: string;
  @ApiProperty({
    description: 'Whether the content is generated, as in a bundle without the author’s files.',
  })
  generated!: boolean;
}
