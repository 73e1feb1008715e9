import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { FOUND_KINDS, type FoundKind } from './find.service.js';

export class FindQuery {
  @ApiProperty({
    description: 'Beginning of a name or id, end of an id, or words of a file, a prompt or a name.',
    maxLength: 200,
  })
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  q!: string;
}

export class FoundDto {
  @ApiProperty({ enum: FOUND_KINDS }) kind!: FoundKind;
  @ApiProperty({ description: 'Id; identifier for a meta-task, path for a file.' })
  id!: string;
  @ApiProperty() title!: string;
  @ApiProperty({
    description: 'Short description that distinguishes it from others of the same name.',
  })
  hint!: string;
  @ApiProperty({ description: 'URL in this API.' }) url!: string;
}
