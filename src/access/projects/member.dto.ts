import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsUUID } from 'class-validator';
import { IfGiven } from '../../platform/wire/if-given.decorator.js';
import { IsName } from '../auth/name.validator.js';
import { type Role, ROLES } from '../auth/roles.js';

export class AddMemberDto {
  @ApiPropertyOptional({ format: 'uuid', description: 'Id of an existing user.' })
  @IfGiven()
  @IsUUID()
  user_id?: string;

  @IfGiven()
  @IsName({ description: 'Name of a new user to create.', example: 'Ada', optional: true })
  name?: string;

  @ApiProperty({ enum: ROLES })
  @IsIn(ROLES)
  role!: Role;
}

export class UpdateMemberDto {
  @ApiProperty({ enum: ROLES })
  @IsIn(ROLES)
  role!: Role;
}

export class MemberDto {
  @ApiProperty({ format: 'uuid' }) user_id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ROLES }) role!: Role;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}
