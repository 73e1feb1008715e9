import { PageQuery } from '../../platform/wire/page.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID } from 'class-validator';
import { ExpiryDto } from './expiry.dto.js';
import { IsName } from './name.validator.js';
import { type Role, ROLES } from './roles.js';

export class CreateTokenDto extends ExpiryDto {
  @IsName({ description: 'What the token is for.', example: 'laptop' })
  name!: string;

  @ApiPropertyOptional({
    enum: ROLES,
    description: 'The most that the token may do; the role of the calling token by default.',
  })
  @IsOptional()
  @IsIn(ROLES)
  role?: Role;

  @ApiPropertyOptional({
    format: 'uuid',
    description:
      'Whose token it is, oneself by default. Only for administrators of the installation.',
  })
  @IsOptional()
  @IsUUID()
  user_id?: string;
}

export class ListTokensQuery extends PageQuery {
  @ApiPropertyOptional({
    format: 'uuid',
    description: 'Whose tokens, oneself by default. Only for administrators of the installation.',
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
  @ApiProperty({ description: 'The first characters of the token.', example: 'mrt_9fXk' })
  hint!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time', nullable: true, type: String }) expires_at!: string | null;
  @ApiProperty({ format: 'date-time', nullable: true, type: String, description: 'To the minute.' })
  last_used_at!: string | null;
}

export class CreatedTokenDto extends TokenDto {
  @ApiProperty({ description: 'The token itself, shown this once.' }) token!: string;
}
