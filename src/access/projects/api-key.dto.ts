import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsIn,
  ValidateIf,
} from 'class-validator';
import { ExpiryDto } from '../auth/expiry.dto.js';
import { IsName } from '../auth/name.validator.js';
import { type Scope, SCOPES } from '../auth/roles.js';

export class CreateApiKeyDto extends ExpiryDto {
  @IsName({ description: 'What the key is for.', example: 'nightly import' })
  name!: string;

  @ApiPropertyOptional({ enum: SCOPES, isArray: true, description: 'All scopes by default.' })
  @ValidateIf(({ scopes }: CreateApiKeyDto) => scopes !== undefined)
  @IsIn(SCOPES, { each: true })
  @ArrayUnique()
  @ArrayMaxSize(SCOPES.length)
  @ArrayNotEmpty()
  @IsArray()
  scopes?: Scope[];
}

export class ApiKeyDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: SCOPES, isArray: true }) scopes!: Scope[];
  @ApiProperty({ description: 'The first characters of the key.', example: 'mrk_x3Pq' })
  hint!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time', nullable: true, type: String }) expires_at!: string | null;
  @ApiProperty({ format: 'date-time', nullable: true, type: String, description: 'To the minute.' })
  last_used_at!: string | null;
}

export class CreatedApiKeyDto extends ApiKeyDto {
  @ApiProperty({ description: 'The key itself, shown this once.' }) key!: string;
}
