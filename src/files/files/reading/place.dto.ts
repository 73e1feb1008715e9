import { ApiProperty } from '@nestjs/swagger';
import { PLACE_KINDS, type PlaceKind } from './places.js';

export class PlaceDto {
  @ApiProperty({ enum: PLACE_KINDS })
  kind!: PlaceKind;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    example: 12,
    description: 'Number of the page, slide or sheet, counted from 1.',
  })
  number!: number;
}
