import { ApiProperty } from '@nestjs/swagger';

export class UsageDto {
  @ApiProperty({
    description: 'Name of the setting of the server.',
    example: 'METARUN_LIMITS.files',
  })
  setting!: string;
  @ApiProperty({ description: 'Quantity that the setting limits.' }) description!: string;
  @ApiProperty({ type: 'integer' }) used!: number;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Limit. Null: no limit.' })
  limit!: number | null;
}
