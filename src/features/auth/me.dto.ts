import { ApiProperty } from '@nestjs/swagger';
import { type Role, ROLES } from './roles.js';

export class MyProjectDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() slug!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ROLES, description: 'What this token may do there.' }) role!: Role;
}

export class MeDto {
  @ApiProperty({ format: 'uuid', description: 'Id of the user.' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ description: 'Whether this token administers the installation.' })
  is_admin!: boolean;
  @ApiProperty({ format: 'uuid' }) token_id!: string;
  @ApiProperty({ enum: ROLES, description: 'The most that this token may do anywhere.' })
  role!: Role;
  @ApiProperty({ format: 'date-time', nullable: true, type: String }) expires_at!: string | null;
  @ApiProperty({ type: [MyProjectDto] }) projects!: MyProjectDto[];
}
