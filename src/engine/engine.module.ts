import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { Dispatcher } from './dispatcher.js';
import { Engine } from './engine.js';
import { MemoryDispatcher } from './memory.dispatcher.js';
import { TaskExecutor } from './task-executor.js';

@Module({})
export class EngineModule {
  /** `executor` runs the tasks; `imports` are the modules it needs. */
  static with(executor: Type<TaskExecutor>, imports: Type[]): DynamicModule {
    return {
      module: EngineModule,
      imports,
      providers: [
        Engine,
        { provide: Dispatcher, useClass: MemoryDispatcher },
        { provide: TaskExecutor, useClass: executor },
      ],
      exports: [Engine, Dispatcher],
    };
  }
}
