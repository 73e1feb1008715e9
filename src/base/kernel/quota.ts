import { MetarunError } from './errors.js';

/** The refusal of what would pass a project's quota. `used`: what is there now. */
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
