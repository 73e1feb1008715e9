import { ApiProperty } from '@nestjs/swagger';
import type { ErrorFrame } from '../../../base/languages/error-frames.js';

/** Calls in their order from where the error was raised outwards; those of its causes come after those of the error itself. */
export class ErrorFrameDto implements ErrorFrame {
  @ApiProperty({ description: 'Its path among the sources of the version.' }) file!: string;
  @ApiProperty({ type: 'integer', description: 'Counts from 1.' }) line!: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Counts from 1. Null where it is not known.',
  })
  column!: number | null;
  @ApiProperty({ type: String, nullable: true, description: 'Null for one without a name.' })
  function!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The line of source without its indentation. Null where it is not known.',
  })
  text!: string | null;
  @ApiProperty({ description: 'False for a file of a package.' }) own!: boolean;
  @ApiProperty({
    type: 'integer',
    description: '0 for a call of the error itself, 1 for one of its cause, and so on.',
  })
  cause!: number;
}
