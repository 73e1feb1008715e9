import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { InstallationController } from './installation.controller.js';
import type { InstallationStates } from './state/installation-state.service.js';

/** The endpoint of the installation. */
@Module({})
export class InstallationModule {
  static with({ states }: { states: InstallationStates }): DynamicModule {
    return {
      module: InstallationModule,
      controllers: [InstallationController],
      ...provided({ states }),
    };
  }
}
