import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { AskController } from './ask.controller.js';
import type { AskServices } from './ask.services.js';

/** The endpoint of questions. */
@Module({})
export class AskModule {
  static with({ core }: { core: { ask: AskServices } }): DynamicModule {
    return { module: AskModule, controllers: [AskController], ...provided(core.ask) };
  }
}
