import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { MAX_DAYS } from '../../base/config/setting.js';

const DAYS = { type: 'integer', minimum: 0, maximum: MAX_DAYS } as const;

const ABOUT = 'Retention in days; 0 = forever. Null: the default of the installation.';

class DaysDto {
  @ApiProperty({ ...DAYS }) tasks_days!: number;
  @ApiProperty({ ...DAYS }) events_days!: number;
  @ApiProperty({ ...DAYS }) logs_days!: number;
  @ApiProperty({ ...DAYS }) file_versions_days!: number;
}

export class RetentionDto {
  @ApiProperty({
    ...DAYS,
    nullable: true,
    description: 'Retention of finished tasks, in days. Null: the default of the installation.',
  })
  tasks_days!: number | null;
  @ApiProperty({
    ...DAYS,
    nullable: true,
    description:
      'Retention of events, except log lines, in days. Null: the default of the installation.',
  })
  events_days!: number | null;
  @ApiProperty({
    ...DAYS,
    nullable: true,
    description: 'Retention of log lines, in days. Null: the default of the installation.',
  })
  logs_days!: number | null;
  @ApiProperty({
    ...DAYS,
    nullable: true,
    description:
      'Retention of replaced or deleted file versions, in days. Null: the default of the installation.',
  })
  file_versions_days!: number | null;
  @ApiProperty({ description: 'Effective retention; 0 = forever.' }) effective!: DaysDto;
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
