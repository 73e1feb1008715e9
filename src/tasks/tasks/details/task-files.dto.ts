import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsUUID } from 'class-validator';
import { IfGiven } from '../../../platform/wire/if-given.decorator.js';
import { WholeNumberQuery } from '../../../platform/wire/whole-number.decorator.js';
import { FILE_USES, type FileUseKind } from '../../../files/files/uses/task-files.service.js';

export class TaskFilesQuery {
  @ApiPropertyOptional({ format: 'uuid', description: 'Entry `id` after which the page starts.' })
  @IfGiven()
  @IsUUID()
  cursor?: string;

  @ApiPropertyOptional({ type: 'integer', default: 200, minimum: 1, maximum: 1000 })
  @WholeNumberQuery(1, 1000)
  limit = 200;
}

/** A file that a task has read, written or deleted. */
export class TaskFileDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid', description: 'Workspace of the file.' }) ws!: string;
  @ApiProperty() path!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'File version that it last read or wrote.',
  })
  version_id!: string | null;
  @ApiProperty({ enum: FILE_USES }) how!: FileUseKind;
  @ApiProperty({ format: 'date-time', description: 'Time of the last such operation.' })
  at!: string;
}
