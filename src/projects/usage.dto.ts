import { ApiProperty } from '@nestjs/swagger';
import { QUOTA_SETTINGS } from '../config/quota-settings.js';
import type { QuotaUse } from './quotas.service.js';

export class UsageDto {
  @ApiProperty({ description: 'The setting of the server.', example: 'METARUN_MAX_FILES' })
  setting!: string;
  @ApiProperty({ description: 'What it limits.' }) description!: string;
  @ApiProperty({ type: 'integer' }) used!: number;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null = no limit.' })
  limit!: number | null;
}

export function usageDto({ quota, used, limit }: QuotaUse): UsageDto {
  const { env, description } = QUOTA_SETTINGS[quota];
  return {
    setting: env,
    description: description.replace(/;.*/, '.'),
    used,
    limit: limit === 0 ? null : limit,
  };
}
