import { ApiProperty } from '@nestjs/swagger';
import { type Role, ROLES, type Scope, SCOPES } from './roles.js';

export class MyProjectDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() slug!: string;
  @ApiProperty() name!: string;
  @ApiProperty({
    enum: ROLES,
    nullable: true,
    description: 'Role of this token in the project. Null for an API key.',
  })
  role!: Role | null;
  @ApiProperty({
    enum: SCOPES,
    isArray: true,
    description: 'Scopes of these credentials in the project.',
  })
  scopes!: Scope[];
}

export class MySessionDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'date-time' }) expires_at!: string;
}

export class MeDto {
  @ApiProperty({ enum: ['access_token', 'api_key'] }) kind!: 'access_token' | 'api_key';
  @ApiProperty({
    format: 'uuid',
    nullable: true,
    type: String,
    description: 'Id of the user. Null for an API key.',
  })
  id!: string | null;
  @ApiProperty({ description: 'Name of the user or the API key.' }) name!: string;
  @ApiProperty({ description: 'Whether this token administers the installation.' })
  is_admin!: boolean;
  @ApiProperty({ format: 'uuid', description: 'Id of the token or key.' }) token_id!: string;
  @ApiProperty({
    enum: ROLES,
    nullable: true,
    description: 'Highest role of this token anywhere. Null for an API key.',
  })
  role!: Role | null;
  @ApiProperty({ format: 'date-time', nullable: true, type: String }) expires_at!: string | null;
  @ApiProperty({ type: [MyProjectDto] }) projects!: MyProjectDto[];
  @ApiProperty({
    type: MySessionDto,
    nullable: true,
    description: 'Session whose cookie the request carries, if any.',
  })
  session!: MySessionDto | null;
  @ApiProperty({ description: 'Version of the server.' }) version!: string;
  @ApiProperty({ type: 'integer', description: 'Sandbox level of scripts, 0 to 3.' })
  sandbox_level!: number;
}
