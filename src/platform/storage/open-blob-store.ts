import type { Config } from '../../base/config/settings.js';
import type { BlobStore } from './blob-store.js';

/** The store that the settings name. Each kind is loaded when it is chosen: the SDK of S3 takes its time. */
export async function openBlobStore(config: Config): Promise<BlobStore> {
  if (config.storage === 's3') return (await import('./s3.blob-store.js')).S3BlobStore.open(config);
  return (await import('./disk.blob-store.js')).DiskBlobStore.open(config.dataDir);
}
