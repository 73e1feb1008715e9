import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import { IfGiven } from '../../../platform/wire/if-given.decorator.js';
import { PageQuery } from '../../../platform/wire/page.js';
import { QueryFlag } from '../../../platform/wire/query-flag.decorator.js';
import { IsName } from '../../auth/name.validator.js';
import { LISTED_PROJECTS } from './user.js';
import { type Role, ROLES } from '../../auth/roles.js';
import { MAX_NAME_LENGTH } from '../../../base/kernel/max-lengths.js';

const ADMIN = 'Whether the user administers the installation: all projects and all users.';
const whole = { type: 'integer', minimum: 0 } as const;

export class ListUsersQuery extends PageQuery {
  @ApiPropertyOptional({
    description: 'Part of the name, case-insensitive.',
    maxLength: MAX_NAME_LENGTH,
  })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_NAME_LENGTH)
  q?: string;

  @QueryFlag('Only administrators of the installation.')
  admin = false;
}

export class CreateUserDto {
  @IsName({ description: 'Display name.', example: 'Ada' })
  name!: string;

  @ApiPropertyOptional({ default: false, description: ADMIN })
  @IfGiven()
  @IsBoolean()
  is_admin?: boolean;
}

export class UpdateUserDto {
  @IfGiven()
  @IsName({ description: 'Display name.', example: 'Ada', optional: true })
  name?: string;

  @ApiPropertyOptional({ description: ADMIN })
  @IfGiven()
  @IsBoolean()
  is_admin?: boolean;
}

export class EndAccessDto {
  @ApiPropertyOptional({
    default: false,
    description: 'Whether to also revoke the API keys that the user created, in all projects.',
  })
  @IsOptional()
  @IsBoolean()
  api_keys?: boolean;
}

/** Amounts of access that was ended. */
export class EndedAccessDto {
  @ApiProperty({ ...whole, description: 'Number of revoked access tokens.' }) tokens!: number;
  @ApiProperty({ ...whole, description: 'Number of signed-out browsers.' }) sessions!: number;
  @ApiProperty({ ...whole, description: 'Number of revoked API keys.' }) api_keys!: number;
}

class UserProjectDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() slug!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ROLES }) role!: Role;
}

export class UserDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ description: ADMIN }) is_admin!: boolean;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({
    format: 'date-time',
    nullable: true,
    type: String,
    description: "Last use of any of the user's tokens, to the minute.",
  })
  last_used_at!: string | null;
  @ApiProperty({ ...whole, description: 'Number of valid access tokens.' }) tokens!: number;
  @ApiProperty({ ...whole, description: 'Number of signed-in browsers.' }) sessions!: number;
  @ApiProperty({ ...whole, description: 'Number of projects of which the user is a member.' })
  project_count!: number;
  @ApiProperty({
    type: [UserProjectDto],
    description: `Projects of which the user is a member, newest first; up to ${LISTED_PROJECTS} in a list.`,
  })
  projects!: UserProjectDto[];
}
