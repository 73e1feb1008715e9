import type { Config } from '../../base/config/settings.js';
import type { ArchiveStore } from '../../sandbox/runtime/archive-store.js';

/**
 * Returns the archive store of the settings; null for storage on disk, where the servers of a machine share a folder.
 */
export async function openArchiveStore(config: Config): Promise<ArchiveStore | null> {
  if (config.storage !== 's3') return null;
  return new (await import('./s3.archive-store.js')).S3ArchiveStore(config);
}
