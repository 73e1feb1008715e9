import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { IsName } from '../auth/name.validator.js';
import { type Role, ROLES } from '../auth/roles.js';
import { SLUG_RULE } from '../auth/slug.js';

export class CreateProjectDto {
  @IsName({ description: 'Display name of the project.', example: 'Weekly reports' })
  name!: string;

  @ApiPropertyOptional({
    description: `Alternative to the id in URLs. Default: derived from the name. It ${SLUG_RULE}.`,
    example: 'weekly-reports',
  })
  @IsOptional()
  @IsString()
  @MaxLength(63)
  slug?: string;
}

export class UpdateProjectDto {
  @IsName({ description: 'Display name of the project.', example: 'Monthly reports' })
  name!: string;
}

export class ProjectDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() slug!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ROLES, description: 'Role of the calling token in the project.' })
  role!: Role;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}
