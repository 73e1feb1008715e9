import { ApiProperty } from '@nestjs/swagger';
import { IsName } from '../auth/name.validator.js';

export class CreateApprovalLinkDto {
  @IsName({ description: 'Whom the link is for: told as who decided.', example: 'Ada' })
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
  @ApiProperty({ description: 'Whoever has it may decide. Shown this once.' }) url!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the approval expires.',
  })
  expires_at!: string | null;
}
