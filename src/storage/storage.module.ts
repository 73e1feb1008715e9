import { Module } from '@nestjs/common';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/settings.js';
import { BlobStore } from './blob-store.js';
import { DiskBlobStore } from './disk.blob-store.js';

@Module({
  providers: [
    {
      provide: BlobStore,
      inject: [CONFIG],
      useFactory: (config: Config): Promise<BlobStore> => DiskBlobStore.open(config.dataDir),
    },
  ],
  exports: [BlobStore],
})
export class StorageModule {}
