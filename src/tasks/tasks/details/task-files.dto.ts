import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsUUID } from 'class-validator';
import { IfGiven } from '../../../platform/wire/if-given.decorator.js';
import { WholeNumberQuery } from '../../../platform/wire/whole-number.decorator.js';
import { FILE_USES, type FileUseKind } from '../../../files/files/uses/task-files.service.js';

export class TaskFilesQuery {
  @ApiPropertyOptional({ format: 'uuid', description: 'The `id` to go on after.' })
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
  @ApiProperty({ format: 'uuid', description: 'The workspace.' }) ws!: string;
  @ApiProperty() path!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The content that it read or wrote last, among the versions of the file.',
  })
  version_id!: string | null;
  @ApiProperty({ enum: FILE_USES }) how!: FileUseKind;
  @ApiProperty({ format: 'date-time', description: 'When it did so last.' }) at!: string;
}
