import { applyDecorators } from '@nestjs/common';
import { ApiCreatedResponse, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { ONCE } from './once.decorator.js';
import { PREFER_WAIT } from './prefer-wait.decorator.js';
import { TaskDetailDto, TaskDto } from '../views/task.dto.js';

/** Documents an operation that creates one task and, on request, waits for its end. */
export const CreatesTask = applyDecorators(
  ApiExtraModels(TaskDto, TaskDetailDto),
  ApiCreatedResponse({
    description: 'New task, or with `Prefer: wait` the finished task if it ended in time.',
    schema: {
      anyOf: [{ $ref: getSchemaPath(TaskDto) }, { $ref: getSchemaPath(TaskDetailDto) }],
    },
    headers: {
      'Preference-Applied': {
        description: 'Preference `wait`, if it was applied.',
        schema: { type: 'string' },
      },
    },
  }),
  ONCE,
  PREFER_WAIT,
);
