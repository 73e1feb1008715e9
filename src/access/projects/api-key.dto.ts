import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, ArrayUnique, IsArray, IsIn } from 'class-validator';
import { IfGiven } from '../../platform/wire/if-given.decorator.js';
import { ExpiryDto } from '../auth/expiry.dto.js';
import { IsName } from '../auth/name.validator.js';
import { type Scope, SCOPES } from '../auth/roles.js';

export class CreateApiKeyDto extends ExpiryDto {
  @IsName({ description: 'Purpose of the key.', example: 'nightly import' })
  name!: string;

  @ApiPropertyOptional({
    enum: SCOPES,
    isArray: true,
    description: 'Scopes of the key. Default: all.',
  })
  @IfGiven()
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
  @ApiProperty({ description: 'First characters of the key.', example: 'mrk_x3Pq' })
  hint!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time', nullable: true, type: String }) expires_at!: string | null;
  @ApiProperty({
    format: 'date-time',
    nullable: true,
    type: String,
    description: 'Time of the last use, to the minute.',
  })
  last_used_at!: string | null;
}

export class CreatedApiKeyDto extends ApiKeyDto {
  @ApiProperty({ description: 'Key, shown only once.' }) key!: string;
}
