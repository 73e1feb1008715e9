import { ApiProperty } from '@nestjs/swagger';

export class UsageDto {
  @ApiProperty({ description: 'The setting of the server.', example: 'METARUN_MAX_FILES' })
  setting!: string;
  @ApiProperty({ description: 'What it limits.' }) description!: string;
  @ApiProperty({ type: 'integer' }) used!: number;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null = no limit.' })
  limit!: number | null;
}
