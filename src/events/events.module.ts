import { Global, Module } from '@nestjs/common';
import { EventBus } from './event-bus.js';
import { EventLog } from './event-log.js';
import { EventTails } from './event-tails.js';

@Global()
@Module({ providers: [EventBus, EventLog, EventTails], exports: [EventBus, EventLog, EventTails] })
export class EventsModule {}
