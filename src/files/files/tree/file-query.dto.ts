import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, IsUUID } from 'class-validator';
import { WholeNumberQuery } from '../../../platform/wire/whole-number.decorator.js';
import { QueryFlag } from '../../../platform/wire/query-flag.decorator.js';

const WS = 'Workspace by UUID. Default: the default workspace of the project.';

/** The `ws` parameter of all file requests. */
class WorkspaceQueryDto {
  @ApiPropertyOptional({ format: 'uuid', description: WS })
  @IsOptional()
  @IsUUID('all', { message: 'ws must be the UUID of a workspace' })
  ws?: string;
}

export class ListFilesQueryDto extends WorkspaceQueryDto {
  @ApiPropertyOptional({ type: String, default: '/', description: 'Directory to list.' })
  @IsOptional()
  @IsString({ message: 'path must be given once, as a text' })
  path = '/';

  @QueryFlag('Whether to list everything below the directory, by path, instead of its own entries.')
  recursive = false;

  @QueryFlag('Only files whose document is waiting for its conversion or being converted.')
  converting = false;

  @ApiPropertyOptional({
    example: '**/*.md',
    description:
      'Pattern of files to list at any depth below the directory, by path. A page may be incomplete; the Link header then leads to the next one.',
  })
  @IsOptional()
  @IsString({ message: 'glob must be given once, as a text' })
  glob?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    description: 'Maximum number of entries per page.',
  })
  @WholeNumberQuery(1, 1000)
  limit = 200;

  @ApiPropertyOptional({ description: 'Cursor from the Link header of the previous page.' })
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
    description: 'Maximum number of versions per page.',
  })
  @WholeNumberQuery(1, 1000)
  limit = 200;

  @ApiPropertyOptional({ description: 'Cursor from the Link header of the previous page.' })
  @IsOptional()
  @IsString({ message: 'cursor must be given once, as a text' })
  cursor?: string;
}

export class ListDeletedQueryDto extends WorkspaceQueryDto {
  @ApiPropertyOptional({
    type: String,
    default: '/',
    description: 'Former path of a file, or of a directory with its files.',
  })
  @IsOptional()
  @IsString({ message: 'path must be given once, as a text' })
  path = '/';

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    description: 'Maximum number of files per page.',
  })
  @WholeNumberQuery(1, 1000)
  limit = 200;

  @ApiPropertyOptional({ description: 'Cursor from the Link header of the previous page.' })
  @IsOptional()
  @IsString({ message: 'cursor must be given once, as a text' })
  cursor?: string;
}

export class ReadFileQueryDto extends FileQueryDto {
  @ApiPropertyOptional({
    example: '10-20',
    description: 'Range of lines of a text file, counted from 1: `10-20`, `10-`, `10`.',
  })
  @IsOptional()
  @IsString({ message: 'lines must be given once, as a text' })
  lines?: string;

  @ApiPropertyOptional({
    example: 'how-to-pay',
    description:
      'Section of a Markdown file: the anchor (see files/outline) or title of its heading.',
  })
  @IsOptional()
  @IsString({ message: 'section must be given once, as a text' })
  section?: string;
}

export class RawFileQueryDto extends FileQueryDto {
  @QueryFlag('Whether to return the original of a file that was converted to Markdown.')
  original = false;
}
