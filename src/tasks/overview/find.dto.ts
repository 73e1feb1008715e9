import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { FOUND_KINDS, type FoundKind } from './find.service.js';

export class FindQuery {
  @ApiProperty({
    description:
      'The beginning of a name or an id, the end of an id, or words of a file, a prompt or a name.',
    maxLength: 200,
  })
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  q!: string;
}

export class FoundDto {
  @ApiProperty({ enum: FOUND_KINDS }) kind!: FoundKind;
  @ApiProperty({ description: 'Its id; of a meta-task the identifier, of a file the path.' })
  id!: string;
  @ApiProperty() title!: string;
  @ApiProperty({ description: 'What it is, and how it differs from others of its name.' })
  hint!: string;
  @ApiProperty({ description: 'Its address in this API.' }) url!: string;
}
