import { Module } from '@nestjs/common';
import type { Config } from '../../base/config/settings.js';
import { CONFIG } from '../../base/tokens.js';
import { Engines } from './engines.js';
import { ImageBindings } from './image-bindings.js';
import { ImageCopies } from './image-copies.js';
import { ImageDisk } from './image-disk.js';
import { ImagePulls } from './image-pull.js';
import { ImageResults } from './image-results.js';
import { ImageStore } from './image-store.js';
import { ImagesController } from './images.controller.js';
import { Images } from './images.service.js';
import { ImagesWorker } from './images.worker.js';
import { QuotasModule } from '../../access/projects/quotas.module.js';
import { SecretsModule } from '../../access/secrets/secrets.module.js';
import { Containers } from '../../sandbox/containers/containers.js';

/** Container images of projects. */
@Module({
  imports: [SecretsModule, QuotasModule],
  controllers: [ImagesController],
  providers: [
    ImageStore,
    ImagePulls,
    ImageDisk,
    ImageResults,
    Images,
    ImageBindings,
    ImageCopies,
    ImagesWorker,
    {
      provide: Engines,
      inject: [CONFIG, Containers],
      useFactory: (config: Config, containers: Containers) =>
        new Engines(config, containers.engine),
    },
  ],
  exports: [ImageBindings, ImageCopies, Engines, ImagesWorker],
})
export class ImagesModule {}
