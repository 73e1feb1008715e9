import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { ImagesController } from './images.controller.js';
import type { ImagesServices } from './images.services.js';

/** The endpoints of container images. */
@Module({})
export class ImagesModule {
  static with({ core }: { core: { images: ImagesServices } }): DynamicModule {
    const { images } = core.images;
    return { module: ImagesModule, controllers: [ImagesController], ...provided({ images }) };
  }
}
