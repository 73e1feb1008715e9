import { PageQuery } from '../../platform/wire/page.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID } from 'class-validator';
import { ExpiryDto } from './expiry.dto.js';
import { IsName } from './name.validator.js';
import { type Role, ROLES } from './roles.js';

export class CreateTokenDto extends ExpiryDto {
  @IsName({ description: 'Purpose of the token.', example: 'laptop' })
  name!: string;

  @ApiPropertyOptional({
    enum: ROLES,
    description: 'Highest role of the token. Default: the role of the calling token.',
  })
  @IsOptional()
  @IsIn(ROLES)
  role?: Role;

  @ApiPropertyOptional({
    format: 'uuid',
    description:
      'Owner of the token. Default: the caller; others require an administrator of the installation.',
  })
  @IsOptional()
  @IsUUID()
  user_id?: string;
}

export class ListTokensQuery extends PageQuery {
  @ApiPropertyOptional({
    format: 'uuid',
    description:
      'Owner of the tokens. Default: the caller; others require an administrator of the installation.',
  })
  @IsOptional()
  @IsUUID()
  user_id?: string;
}

export class TokenDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) user_id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ROLES }) role!: Role;
  @ApiProperty({ description: 'First characters of the token.', example: 'mrt_9fXk' })
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

export class CreatedTokenDto extends TokenDto {
  @ApiProperty({ description: 'Token, shown only once.' }) token!: string;
}
