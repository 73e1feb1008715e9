import { ApiProperty } from '@nestjs/swagger';
import { IsName } from '../../access/auth/name.validator.js';

export class CreateApprovalLinkDto {
  @IsName({
    description: 'Name of the person the link is for, recorded as the decider.',
    example: 'Ada',
  })
  name!: string;
}

export class ApprovalLinkDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty() created_by!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) used_at!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) revoked_at!: string | null;
}

export class CreatedApprovalLinkDto extends ApprovalLinkDto {
  @ApiProperty({ description: 'URL of the link, shown only once. Anyone who has it may decide.' })
  url!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Expiry of the approval.',
  })
  expires_at!: string | null;
}
