import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { IfGiven } from '../../../platform/wire/if-given.decorator.js';

const BY_MEANING =
  'Whether files are searched by meaning as well as by words. If true, the texts of all files of the project are sent to the embedding model of the installation.';

export class EmbeddedSectionsDto {
  @ApiProperty({
    type: 'integer',
    description:
      'Number of text sections in all files; identical ones in a workspace count once. Counted up to 200,000.',
  })
  all!: number;

  @ApiProperty({ type: 'integer', description: 'Number of sections that can be found by meaning.' })
  embedded!: number;
}

export class SearchSettingsDto {
  @ApiProperty({ description: BY_MEANING })
  by_meaning!: boolean;

  @ApiProperty({
    description: 'Whether the installation allows projects to be searched by meaning.',
  })
  available!: boolean;

  @ApiProperty({
    type: EmbeddedSectionsDto,
    nullable: true,
    description: 'Embedding progress. Null if nothing is embedded.',
  })
  sections!: EmbeddedSectionsDto | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Reason why the last request to the model failed; the request will be repeated. Null if it did not fail.',
  })
  problem!: string | null;
}

export class ChangeSearchSettingsDto {
  @ApiPropertyOptional({ description: BY_MEANING })
  @IfGiven()
  @IsBoolean()
  by_meaning?: boolean;
}
