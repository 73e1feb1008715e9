import type { Config } from '../../base/config/settings.js';
import type { BlobStore } from './blob-store.js';

/**
 * Opens the blob store of the settings. Each kind is loaded only when chosen, since loading the SDK of S3 takes long.
 */
export async function openBlobStore(config: Config): Promise<BlobStore> {
  if (config.storage === 's3') return (await import('./s3.blob-store.js')).S3BlobStore.open(config);
  return (await import('./disk.blob-store.js')).DiskBlobStore.open(config.dataDir);
}
