import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { IfGiven } from '../../../platform/wire/if-given.decorator.js';

const BY_MEANING =
  'True: the texts of all files of the project go to the model of embeddings of the installation, and its files are searched by meaning as well as by words.';

export class EmbeddedSectionsDto {
  @ApiProperty({
    type: 'integer',
    description:
      'What the sections of all files say: equal ones of a workspace count once. 200,000 at most are counted.',
  })
  all!: number;

  @ApiProperty({ type: 'integer', description: 'As much of it as can be found by meaning.' })
  embedded!: number;
}

export class SearchSettingsDto {
  @ApiProperty({ description: BY_MEANING })
  by_meaning!: boolean;

  @ApiProperty({ description: 'True where the installation lets projects be searched by meaning.' })
  available!: boolean;

  @ApiProperty({
    type: EmbeddedSectionsDto,
    nullable: true,
    description: 'How far it has got; null where nothing is embedded.',
  })
  sections!: EmbeddedSectionsDto | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why the last request to the model failed; it is made again. Null where none did.',
  })
  problem!: string | null;
}

export class ChangeSearchSettingsDto {
  @ApiPropertyOptional({ description: BY_MEANING })
  @IfGiven()
  @IsBoolean()
  by_meaning?: boolean;
}
