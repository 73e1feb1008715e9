import { PLAIN_NAME } from '../../../platform/wire/is-plain-name.decorator.js';
import { PlaceDto } from '../reading/place.dto.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ACTOR_KINDS, type ActorKind } from '../../../workflow/engine/state/actor.js';
import { IsIn, IsOptional, IsString, IsUUID } from 'class-validator';
import { MAX_NAME_LENGTH } from '../../../base/kernel/max-lengths.js';

export class ProgressDto {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Position among the waiting documents of the project, 1 for the next one. Null once conversion has started.',
  })
  place!: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Number of processed units. Null before the first one is done.',
  })
  done!: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Total number of units. Null if unknown.',
  })
  total!: number | null;

  @ApiProperty({
    enum: ['pages', 'rows', 'parts'],
    nullable: true,
    description: 'Unit of `done` and `total`; parts are documents inside a document.',
  })
  unit!: 'pages' | 'rows' | 'parts' | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Estimated seconds left at the current speed. Null if unknown.',
  })
  seconds_left!: number | null;
}

export class OriginalDto {
  @ApiProperty({ type: 'integer', description: 'Size in bytes.' })
  size!: number;

  @ApiProperty({ description: 'ETag of the content, as in `etag`.' })
  etag!: string;
}

export class ConversionDto {
  @ApiProperty({ enum: ['converting', 'converted', 'failed'] })
  status!: 'converting' | 'converted' | 'failed';

  @ApiProperty({ type: String, nullable: true, description: 'Reason why the conversion failed.' })
  error!: string | null;

  @ApiProperty({ type: [String], description: 'Warnings about omitted or possibly wrong content.' })
  warnings!: string[];

  @ApiPropertyOptional({
    type: ProgressDto,
    description: 'Progress of the conversion, in lists only while it is running.',
  })
  progress?: ProgressDto;
}

export class FileWriterDto {
  @ApiProperty({ enum: ACTOR_KINDS }) kind!: ActorKind;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Name at that time. Null for a task.' })
  name!: string | null;
}

export class FileEntryDto {
  @ApiProperty({ example: '/reports/2026.md' })
  path!: string;

  @ApiProperty({ example: '2026.md' })
  name!: string;

  @ApiProperty({ enum: ['file', 'directory'] })
  type!: 'file' | 'directory';

  @ApiProperty({ type: 'integer', description: 'Size in bytes; 0 for a directory.' })
  size!: number;

  @ApiProperty({ type: String, nullable: true, example: 'text/markdown; charset=utf-8' })
  mime_type!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'ETag, as in the ETag header: the first 32 hexadecimal digits of the SHA-256 of the content, in quotes. Null for a directory.',
  })
  etag!: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @ApiProperty({ format: 'date-time' })
  updated_at!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name of the document from which it was converted or extracted.',
  })
  converted_from!: string | null;

  @ApiProperty({
    type: OriginalDto,
    nullable: true,
    description: 'Original document from which it was or will be converted. Null for other files.',
  })
  original!: OriginalDto | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name of the folder sync that wrote the current content.',
  })
  synced_as!: string | null;

  @ApiProperty({
    type: ConversionDto,
    nullable: true,
    description: 'Conversion state of a knowledge base document. Null for other files.',
  })
  conversion!: ConversionDto | null;

  @ApiProperty({
    type: FileWriterDto,
    nullable: true,
    description: 'Author of the current content. Null for a directory, and if it was not recorded.',
  })
  written_by!: FileWriterDto | null;
}

export class FileContentDto extends FileEntryDto {
  @ApiProperty()
  content!: string;

  @ApiProperty({
    enum: ['utf-8', 'base64'],
    description: 'Encoding. base64 if the content is not UTF-8 text.',
  })
  encoding!: 'utf-8' | 'base64';

  @ApiPropertyOptional({
    type: 'integer',
    description:
      'First line of the content. Like `last_line` and `total_lines`, present if lines or a section were requested.',
  })
  first_line?: number;

  @ApiPropertyOptional({ type: 'integer' })
  last_line?: number;

  @ApiPropertyOptional({ type: 'integer', description: 'Number of lines of the whole file.' })
  total_lines?: number;

  @ApiPropertyOptional({
    type: PlaceDto,
    nullable: true,
    description:
      'Page, slide or sheet of the first line, present if lines or a section were requested. Null if unknown.',
  })
  place?: PlaceDto | null;
}

export class WriteFileDto {
  @ApiProperty({
    example: '/reports/2026.md',
    description: 'Path of the file. Missing directories are created.',
  })
  @IsString()
  path!: string;

  @ApiProperty()
  @IsString()
  content!: string;

  @ApiPropertyOptional({ enum: ['utf-8', 'base64'], default: 'utf-8' })
  @IsOptional()
  @IsIn(['utf-8', 'base64'])
  encoding?: 'utf-8' | 'base64' | null;

  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true })
  @IsOptional()
  @IsUUID('all', { message: 'ws must be the UUID of a workspace' })
  ws?: string | null;
}

export class MoveFileDto {
  @ApiProperty({
    example: '/drafts/2026.md',
    description: 'File, or directory including its contents.',
  })
  @IsString()
  from!: string;

  @ApiProperty({ example: '/reports/2026.md', description: 'New path, which must not exist yet.' })
  @IsString()
  to!: string;

  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true })
  @IsOptional()
  @IsUUID('all', { message: 'ws must be the UUID of a workspace' })
  ws?: string | null;
}

/** For the OpenAPI document only: the body is streamed, not parsed into this class. */
export class UploadFileDto {
  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'binary' },
    description: 'File contents: one part named `file` per file.',
  })
  file!: string[];

  @ApiPropertyOptional({ default: '/', description: 'Target directory. Created if missing.' })
  dir_path?: string;

  @ApiPropertyOptional({ format: 'uuid' })
  ws?: string;

  @ApiPropertyOptional({
    enum: ['true', 'false'],
    default: 'true',
    description:
      'Whether to store all files or none. False: valid files are stored, and the answer lists the others.',
  })
  atomic?: 'true' | 'false';

  @ApiPropertyOptional({
    example: 'windows-1251',
    description:
      'Charset of text documents for a knowledge base: text, tables, web pages, XML, JSON. Default: detected.',
  })
  charset?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    description:
      'Maximum wait for the conversion of documents in seconds, limited by METARUN_CONVERSION_WAIT_SECONDS. Slower conversions continue in the background.',
  })
  wait_seconds?: number;

  @ApiPropertyOptional({
    example: 'handbook',
    maxLength: MAX_NAME_LENGTH,
    ...PLAIN_NAME,
    description:
      'Name of the folder sync that manages these files. Any other write removes it from a file.',
  })
  synced_as?: string;
}

export class FailedUploadDto {
  @ApiProperty({ type: 'integer', description: 'Index of its part, counted from 0.' })
  index!: number;

  @ApiProperty({ example: 'scan.pdf' })
  name!: string;

  @ApiProperty({ example: 'unreadable_document', description: 'Error code.' })
  code!: string;

  @ApiProperty({ description: 'Reason why it was not stored.' })
  detail!: string;
}

/** The response to an upload with `atomic=false`. */
export class UploadOutcomeDto {
  @ApiProperty({
    type: [FileEntryDto],
    description: 'Stored files, at least one, in the order of their parts.',
  })
  stored!: FileEntryDto[];

  @ApiProperty({ type: [FailedUploadDto] })
  failed!: FailedUploadDto[];
}
