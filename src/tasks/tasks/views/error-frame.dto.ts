import { ApiProperty } from '@nestjs/swagger';
import type { ErrorFrame } from '../../../base/languages/error-frames.js';

/** Calls from the place of the error outwards; those of its causes follow those of the error itself. */
export class ErrorFrameDto implements ErrorFrame {
  @ApiProperty({ description: 'Path among the source files of the version.' }) file!: string;
  @ApiProperty({ type: 'integer', description: 'Line number, counted from 1.' }) line!: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Column number, counted from 1. Null if unknown.',
  })
  column!: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name of the function. Null if it has none.',
  })
  function!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Source line without indentation. Null if unknown.',
  })
  text!: string | null;
  @ApiProperty({
    description: "Whether the file is the author's own. False for a file of a package.",
  })
  own!: boolean;
  @ApiProperty({
    type: 'integer',
    description:
      'Depth in the chain of causes: 0 for the error itself, 1 for its cause, and so on.',
  })
  cause!: number;
}
