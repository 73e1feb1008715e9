import { Global, Module } from '@nestjs/common';
import { EventBus } from './event-bus.js';
import { EventLog } from './event-log.js';

@Global()
@Module({ providers: [EventBus, EventLog], exports: [EventBus, EventLog] })
export class EventsModule {}
