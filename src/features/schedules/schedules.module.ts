import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { SchedulesController } from './schedules.controller.js';
import type { SchedulesServices } from './schedules.services.js';

/** The endpoints of schedules. */
@Module({})
export class SchedulesModule {
  static with({ schedules }: { schedules: SchedulesServices }): DynamicModule {
    return {
      module: SchedulesModule,
      controllers: [SchedulesController],
      ...provided(schedules),
    };
  }
}
