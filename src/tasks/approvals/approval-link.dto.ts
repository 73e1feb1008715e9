import { ApiProperty } from '@nestjs/swagger';
import { IsName } from '../../access/auth/name.validator.js';

export class CreateApprovalLinkDto {
  @IsName({
    description: 'The person that the link is for, who is named as the decider.',
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
  @ApiProperty({ description: 'Anyone who has this URL may decide. It is shown only once.' })
  url!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the approval expires.',
  })
  expires_at!: string | null;
}
