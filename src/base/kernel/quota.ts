import { MetarunError } from './errors.js';

/** Returns the error for a request that would exceed a project's quota. `used`: current use. */
export function exceeded(
  { env }: { readonly env: string },
  limit: number,
  used: number,
): MetarunError {
  return new MetarunError(
    'project_quota_exceeded',
    `${env} allows a project ${limit}, and there are ${used}. Delete something first, or have the operator raise the setting.`,
  );
}
