import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { ModelProvidersController } from './providers/model-providers.controller.js';
import { ModelUsageController } from './usage/model-usage.controller.js';
import type { ModelsServices } from './models.services.js';

/** The endpoints of models. */
@Module({})
export class ModelsModule {
  static with({ core }: { core: { models: ModelsServices } }): DynamicModule {
    const { providers, tests, usage, monthBudgets } = core.models;
    return {
      module: ModelsModule,
      controllers: [ModelProvidersController, ModelUsageController],
      ...provided({ providers, tests, usage, monthBudgets }),
    };
  }
}
