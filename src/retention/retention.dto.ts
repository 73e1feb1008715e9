import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { MAX_DAYS } from '../config/setting.js';
import type { OwnPolicy } from './policy.js';
import type { ProjectRetention } from './retention.service.js';

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
  @ApiProperty({ ...DAYS, nullable: true, description: 'The same of its log lines.' })
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

/** Members that are left out are not in it. */
export function givenPolicy(body: ChangeRetentionDto): Partial<OwnPolicy> {
  return {
    ...(body.tasks_days === undefined ? {} : { tasks: body.tasks_days }),
    ...(body.events_days === undefined ? {} : { events: body.events_days }),
    ...(body.logs_days === undefined ? {} : { logs: body.logs_days }),
    ...(body.file_versions_days === undefined ? {} : { file_versions: body.file_versions_days }),
  };
}

export function retentionDto({ own, policy }: ProjectRetention): RetentionDto {
  return {
    tasks_days: own.tasks,
    events_days: own.events,
    logs_days: own.logs,
    file_versions_days: own.file_versions,
    effective: {
      tasks_days: policy.tasks,
      events_days: policy.events,
      logs_days: policy.logs,
      file_versions_days: policy.file_versions,
    },
  };
}
