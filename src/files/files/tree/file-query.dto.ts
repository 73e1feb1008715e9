import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, IsUUID } from 'class-validator';
import { WholeNumberQuery } from '../../../platform/wire/whole-number.decorator.js';
import { QueryFlag } from '../../../platform/wire/query-flag.decorator.js';

const WS = 'UUID of a workspace; the default one of the project when left out.';

/** `ws` of any file request. */
class WorkspaceQueryDto {
  @ApiPropertyOptional({ format: 'uuid', description: WS })
  @IsOptional()
  @IsUUID('all', { message: 'ws must be the UUID of a workspace' })
  ws?: string;
}

export class ListFilesQueryDto extends WorkspaceQueryDto {
  @ApiPropertyOptional({ type: String, default: '/', description: 'A directory.' })
  @IsOptional()
  @IsString({ message: 'path must be given once, as a text' })
  path = '/';

  @QueryFlag('List everything below the directory, by path, instead of its own entries.')
  recursive = false;

  @QueryFlag('Only files whose document waits for its conversion, or is being converted.')
  converting = false;

  @ApiPropertyOptional({
    example: '**/*.md',
    description:
      'List what matches below the directory, at any depth, by path. A page may end before it is full; the Link ' +
      'header goes on.',
  })
  @IsOptional()
  @IsString({ message: 'glob must be given once, as a text' })
  glob?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    description: 'Entries a page.',
  })
  @WholeNumberQuery(1, 1000)
  limit = 200;

  @ApiPropertyOptional({ description: 'From the Link header of the page before.' })
  @IsOptional()
  @IsString({ message: 'cursor must be given once, as a text' })
  cursor?: string;
}

export class FileQueryDto extends WorkspaceQueryDto {
  @ApiProperty({ example: '/reports/2026.md' })
  @IsString({ message: 'path must be given once, as a text' })
  path!: string;
}

export class ListVersionsQueryDto extends FileQueryDto {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    description: 'Versions a page.',
  })
  @WholeNumberQuery(1, 1000)
  limit = 200;

  @ApiPropertyOptional({ description: 'From the Link header of the page before.' })
  @IsOptional()
  @IsString({ message: 'cursor must be given once, as a text' })
  cursor?: string;
}

export class ListDeletedQueryDto extends WorkspaceQueryDto {
  @ApiPropertyOptional({
    type: String,
    default: '/',
    description: 'Where the files were: a file, or a directory.',
  })
  @IsOptional()
  @IsString({ message: 'path must be given once, as a text' })
  path = '/';

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 1000, description: 'Files a page.' })
  @WholeNumberQuery(1, 1000)
  limit = 200;

  @ApiPropertyOptional({ description: 'From the Link header of the page before.' })
  @IsOptional()
  @IsString({ message: 'cursor must be given once, as a text' })
  cursor?: string;
}

export class ReadFileQueryDto extends FileQueryDto {
  @ApiPropertyOptional({
    example: '10-20',
    description: 'Only these lines of a text file, counted from 1: `10-20`, `10-`, `10`.',
  })
  @IsOptional()
  @IsString({ message: 'lines must be given once, as a text' })
  lines?: string;

  @ApiPropertyOptional({
    example: 'how-to-pay',
    description:
      'Only the part of a Markdown file below this heading: its anchor (see files/outline) or its title.',
  })
  @IsOptional()
  @IsString({ message: 'section must be given once, as a text' })
  section?: string;
}

export class RawFileQueryDto extends FileQueryDto {
  @QueryFlag('The original of a file that was converted to Markdown.')
  original = false;
}
