import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsNotEmpty, IsString, IsUUID, MaxLength } from 'class-validator';
import { IfGiven } from '../../platform/wire/if-given.decorator.js';
import { MAX_QUESTION } from './ask-definition.js';

export class AskFilesDto {
  @ApiProperty({ minLength: 1, maxLength: MAX_QUESTION, example: 'How long may I return a lamp?' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_QUESTION)
  question!: string;

  @ApiPropertyOptional({
    format: 'uuid',
    description: 'Workspace to search, by UUID. Default: all workspaces of the project.',
  })
  @IfGiven()
  @IsUUID()
  ws?: string;

  @ApiPropertyOptional({ example: '/handbook', description: 'Directory or file to search.' })
  @IfGiven()
  @IsString()
  path?: string;
}
