import { QUOTA_SETTINGS } from '../../base/config/quota-settings.js';
import type { QuotaUse } from './quotas.service.js';
import type { UsageDto } from './usage.dto.js';

export function usageDto({ quota, used, limit }: QuotaUse): UsageDto {
  const { env, description } = QUOTA_SETTINGS[quota];
  return {
    setting: env,
    description: description.replace(/;.*/, '.'),
    used,
    limit: limit === 0 ? null : limit,
  };
}
