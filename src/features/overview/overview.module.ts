import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { OverviewController } from './overview.controller.js';
import type { OverviewServices } from './overview.services.js';

/** The endpoints of what goes on in a project as a whole. */
@Module({})
export class OverviewModule {
  static with({ overview }: { overview: OverviewServices }): DynamicModule {
    return { module: OverviewModule, controllers: [OverviewController], ...provided(overview) };
  }
}
