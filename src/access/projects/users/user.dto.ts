import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, MaxLength, ValidateIf } from 'class-validator';
import { PageQuery } from '../../../platform/wire/page.js';
import { QueryFlag } from '../../../platform/wire/query-flag.decorator.js';
import { IsName } from '../../auth/name.validator.js';
import { LISTED_PROJECTS } from './user.js';
import { type Role, ROLES } from '../../auth/roles.js';

const ADMIN = 'Whether the user administers the installation: every project, and all users.';
const whole = { type: 'integer', minimum: 0 } as const;

export class ListUsersQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'Part of the name; case does not count.', maxLength: 200 })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  q?: string;

  @QueryFlag('Only administrators of the installation.')
  admin = false;
}

export class CreateUserDto {
  @IsName({ description: 'What others see.', example: 'Ada' })
  name!: string;

  @ApiPropertyOptional({ default: false, description: ADMIN })
  @IsOptional()
  @IsBoolean()
  is_admin?: boolean;
}

export class UpdateUserDto {
  @ValidateIf(({ name }: UpdateUserDto) => name !== undefined)
  @IsName({ description: 'What others see.', example: 'Ada', optional: true })
  name?: string;

  @ApiPropertyOptional({ description: ADMIN })
  @ValidateIf(({ is_admin }: UpdateUserDto) => is_admin !== undefined)
  @IsBoolean()
  is_admin?: boolean;
}

export class EndAccessDto {
  @ApiPropertyOptional({
    default: false,
    description: 'Revokes the API keys that the user has made as well, in every project.',
  })
  @IsOptional()
  @IsBoolean()
  api_keys?: boolean;
}

/** Access that was ended. */
export class EndedAccessDto {
  @ApiProperty({ ...whole, description: 'Access tokens that were revoked.' }) tokens!: number;
  @ApiProperty({ ...whole, description: 'Browsers that were signed out.' }) sessions!: number;
  @ApiProperty({ ...whole, description: 'API keys that were revoked.' }) api_keys!: number;
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
    description: 'When one of their tokens was used last, to the minute.',
  })
  last_used_at!: string | null;
  @ApiProperty({ ...whole, description: 'Access tokens that are valid.' }) tokens!: number;
  @ApiProperty({ ...whole, description: 'Browsers that are signed in.' }) sessions!: number;
  @ApiProperty({ ...whole, description: 'Projects in which they are a member.' })
  project_count!: number;
  @ApiProperty({
    type: [UserProjectDto],
    description: `Those projects, newest first: up to ${LISTED_PROJECTS} in a list.`,
  })
  projects!: UserProjectDto[];
}
