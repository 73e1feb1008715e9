import { PLAIN_NAME } from '../../../platform/wire/is-plain-name.decorator.js';
import { PlaceDto } from '../reading/place.dto.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ACTOR_KINDS, type ActorKind } from '../../../workflow/engine/state/actor.js';
import { IsIn, IsOptional, IsString, IsUUID } from 'class-validator';

export class ProgressDto {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Its place among the waiting documents of the project, 1 for the next one; null once it is being converted.',
  })
  place!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Null before the first is done.' })
  done!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Null where it is not known.' })
  total!: number | null;

  @ApiProperty({
    enum: ['pages', 'rows', 'parts'],
    nullable: true,
    description: 'What is counted; parts are documents in a document.',
  })
  unit!: 'pages' | 'rows' | 'parts' | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'An estimate from the speed so far; null while none is known.',
  })
  seconds_left!: number | null;
}

export class OriginalDto {
  @ApiProperty({ type: 'integer', description: 'Bytes.' })
  size!: number;

  @ApiProperty({ description: 'Of its content, as etag.' })
  etag!: string;
}

export class ConversionDto {
  @ApiProperty({ enum: ['converting', 'converted', 'failed'] })
  status!: 'converting' | 'converted' | 'failed';

  @ApiProperty({ type: String, nullable: true, description: 'Why it failed.' })
  error!: string | null;

  @ApiProperty({ type: [String], description: 'What was left out, or may be wrong.' })
  warnings!: string[];

  @ApiPropertyOptional({
    type: ProgressDto,
    description: 'How far it is; in lists, while it is converting.',
  })
  progress?: ProgressDto;
}

export class FileWriterDto {
  @ApiProperty({ enum: ACTOR_KINDS }) kind!: ActorKind;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ type: String, nullable: true, description: 'As it was then; null of a task.' })
  name!: string | null;
}

export class FileEntryDto {
  @ApiProperty({ example: '/reports/2026.md' })
  path!: string;

  @ApiProperty({ example: '2026.md' })
  name!: string;

  @ApiProperty({ enum: ['file', 'directory'] })
  type!: 'file' | 'directory';

  @ApiProperty({ type: 'integer', description: 'Bytes; 0 for a directory.' })
  size!: number;

  @ApiProperty({ type: String, nullable: true, example: 'text/markdown; charset=utf-8' })
  mime_type!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'As in the ETag header: the first 32 hexadecimal digits of the SHA-256 of the content, in quotes; null for a directory.',
  })
  etag!: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @ApiProperty({ format: 'date-time' })
  updated_at!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name of the document that it was converted from, or was inside.',
  })
  converted_from!: string | null;

  @ApiProperty({
    type: OriginalDto,
    nullable: true,
    description: 'The document that it was converted from, or is to be; null for any other file.',
  })
  original!: OriginalDto | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name of the sync of a folder that has put the present content here.',
  })
  synced_as!: string | null;

  @ApiProperty({
    type: ConversionDto,
    nullable: true,
    description: 'How far the document of a knowledge base is; null for any other file.',
  })
  conversion!: ConversionDto | null;

  @ApiProperty({
    type: FileWriterDto,
    nullable: true,
    description:
      'Who wrote the present content; null for a directory, and where it was not recorded.',
  })
  written_by!: FileWriterDto | null;
}

export class FileContentDto extends FileEntryDto {
  @ApiProperty()
  content!: string;

  @ApiProperty({
    enum: ['utf-8', 'base64'],
    description: 'base64 where the content is not UTF-8 text.',
  })
  encoding!: 'utf-8' | 'base64';

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Of the content; these three where lines or a section were asked for.',
  })
  first_line?: number;

  @ApiPropertyOptional({ type: 'integer' })
  last_line?: number;

  @ApiPropertyOptional({ type: 'integer', description: 'Of the whole file.' })
  total_lines?: number;

  @ApiPropertyOptional({
    type: PlaceDto,
    nullable: true,
    description:
      'With lines or a section: the page, slide or sheet of its first line; null where none is known.',
  })
  place?: PlaceDto | null;
}

export class WriteFileDto {
  @ApiProperty({ example: '/reports/2026.md', description: 'Missing directories are made.' })
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
    description: 'A file, or a directory with all that is in it.',
  })
  @IsString()
  from!: string;

  @ApiProperty({ example: '/reports/2026.md', description: 'Where nothing is yet.' })
  @IsString()
  to!: string;

  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true })
  @IsOptional()
  @IsUUID('all', { message: 'ws must be the UUID of a workspace' })
  ws?: string | null;
}

/** For the document only: the body is streamed, not parsed into this. */
export class UploadFileDto {
  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'binary' },
    description: 'One part named `file` for each file.',
  })
  file!: string[];

  @ApiPropertyOptional({ default: '/', description: 'Directory to put it in; made when missing.' })
  dir_path?: string;

  @ApiPropertyOptional({ format: 'uuid' })
  ws?: string;

  @ApiPropertyOptional({
    enum: ['true', 'false'],
    default: 'true',
    description: 'false: the files that can be stored are, and the answer says which were not.',
  })
  atomic?: 'true' | 'false';

  @ApiPropertyOptional({
    example: 'windows-1251',
    description:
      'Of the texts among documents for a knowledge base: text, tables, web pages, XML, JSON. Found out where it is left out.',
  })
  charset?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    description:
      'How long to wait for the conversion of documents, at most METARUN_CONVERSION_WAIT_SECONDS. What takes longer is converted in the background.',
  })
  wait_seconds?: number;

  @ApiPropertyOptional({
    example: 'handbook',
    maxLength: 200,
    ...PLAIN_NAME,
    description:
      'Name of the sync of a folder that keeps these files; any other write takes it off them.',
  })
  synced_as?: string;
}

export class FailedUploadDto {
  @ApiProperty({ type: 'integer', description: 'Its part, from 0.' })
  index!: number;

  @ApiProperty({ example: 'scan.pdf' })
  name!: string;

  @ApiProperty({ example: 'unreadable_document', description: 'As of an error.' })
  code!: string;

  @ApiProperty({ description: 'Why it was not stored.' })
  detail!: string;
}

/** The answer to an upload with `atomic=false`. */
export class UploadOutcomeDto {
  @ApiProperty({ type: [FileEntryDto], description: 'At least one, in the order of their parts.' })
  stored!: FileEntryDto[];

  @ApiProperty({ type: [FailedUploadDto] })
  failed!: FailedUploadDto[];
}
