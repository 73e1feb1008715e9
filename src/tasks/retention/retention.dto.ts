import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { MAX_DAYS } from '../../base/config/setting.js';

const DAYS = { type: 'integer', minimum: 0, maximum: MAX_DAYS } as const;

const ABOUT = "0 keeps for ever; null means the installation's default.";

class DaysDto {
  @ApiProperty({ ...DAYS }) tasks_days!: number;
  @ApiProperty({ ...DAYS }) events_days!: number;
  @ApiProperty({ ...DAYS }) logs_days!: number;
  @ApiProperty({ ...DAYS }) file_versions_days!: number;
}

export class RetentionDto {
  @ApiProperty({ ...DAYS, nullable: true, description: 'Days that a finished task is kept.' })
  tasks_days!: number | null;
  @ApiProperty({ ...DAYS, nullable: true, description: 'The same of its events, but for logs.' })
  events_days!: number | null;
  @ApiProperty({ ...DAYS, nullable: true, description: 'The same for its log lines.' })
  logs_days!: number | null;
  @ApiProperty({
    ...DAYS,
    nullable: true,
    description: 'Days that what a file was is kept after it was replaced or deleted.',
  })
  file_versions_days!: number | null;
  @ApiProperty({ description: 'What is carried out; 0 = for ever.' }) effective!: DaysDto;
}

export class ChangeRetentionDto {
  @ApiPropertyOptional({ ...DAYS, nullable: true, description: ABOUT })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MAX_DAYS)
  tasks_days?: number | null;

  @ApiPropertyOptional({ ...DAYS, nullable: true, description: ABOUT })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MAX_DAYS)
  events_days?: number | null;

  @ApiPropertyOptional({ ...DAYS, nullable: true, description: ABOUT })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MAX_DAYS)
  logs_days?: number | null;

  @ApiPropertyOptional({ ...DAYS, nullable: true, description: ABOUT })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MAX_DAYS)
  file_versions_days?: number | null;
}
