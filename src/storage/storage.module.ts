import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG } from '../config/config.module.js';
import { BlobStore } from './blob-store.js';
import { openBlobStore } from './open-blob-store.js';

@Module({
  providers: [{ provide: BlobStore, inject: [CONFIG], useFactory: openBlobStore }],
  exports: [BlobStore],
})
export class StorageModule implements OnApplicationShutdown {
  constructor(@Inject(BlobStore) private readonly blobs: BlobStore) {}

  onApplicationShutdown(): void {
    this.blobs.close();
  }
}
