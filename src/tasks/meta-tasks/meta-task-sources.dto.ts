import { ApiProperty } from '@nestjs/swagger';
import { SOURCE_LANGUAGES, type SourceLanguage } from './source-language.js';

/** A file that the author of a version wrote. */
export class SourceFileDto {
  @ApiProperty({ description: 'As the frames of an error name it.' }) path!: string;
  @ApiProperty({ enum: SOURCE_LANGUAGES }) language!: SourceLanguage;
  @ApiProperty() content!: string;
  @ApiProperty({
    description: 'True for a bundle whose author’s files the version does not have.',
  })
  generated!: boolean;
}
