import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsUUID, ValidateIf } from 'class-validator';
import { IsName } from '../auth/name.validator.js';
import { type Role, ROLES } from '../auth/roles.js';

export class AddMemberDto {
  @ApiPropertyOptional({ format: 'uuid', description: 'Id of an existing user.' })
  @ValidateIf(({ user_id }: AddMemberDto) => user_id !== undefined)
  @IsUUID()
  user_id?: string;

  @ValidateIf(({ name }: AddMemberDto) => name !== undefined)
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
