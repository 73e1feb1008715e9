import { ApiPropertyOptional } from '@nestjs/swagger';
import {
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
  registerDecorator,
} from 'class-validator';
import type { JsonObject } from '../../../base/kernel/json.js';
import { IsTime } from '../../../platform/wire/is-time.decorator.js';
import type { VersionChoice } from '../../meta-tasks/runnable-versions.service.js';
import { IsPlainName, PLAIN_NAME } from '../../../platform/wire/is-plain-name.decorator.js';
import { MAX_NAME_LENGTH } from '../../../base/kernel/max-lengths.js';

/** Checks that a member is `same`, `current` or the number of a version. */
function IsVersionChoice(): PropertyDecorator {
  return (target, key) =>
    registerDecorator({
      name: 'isVersionChoice',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) =>
          value === 'same' ||
          value === 'current' ||
          (typeof value === 'number' && Number.isSafeInteger(value) && value > 0),
        defaultMessage: () => '$property must be "same", "current" or the number of a version',
      },
    });
}

export class RerunTaskDto {
  @ApiPropertyOptional({
    type: Object,
    nullable: true,
    additionalProperties: true,
    description:
      'JSON Merge Patch (RFC 7396) of the params: members replace those of the task, null removes one.',
    example: { month: 'june', draft: null },
  })
  @IsOptional()
  @IsObject()
  params?: JsonObject | null;

  @ApiPropertyOptional({
    oneOf: [
      { type: 'string', enum: ['same', 'current'] },
      { type: 'integer', minimum: 1 },
    ],
    nullable: true,
    default: 'same',
    description: 'Version of the meta-task.',
  })
  @IsOptional()
  @IsVersionChoice()
  version?: VersionChoice | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'Id of a step of the task to start from. Earlier steps are not run again.',
  })
  @IsOptional()
  @IsUUID('all')
  from_step?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_NAME_LENGTH,
    ...PLAIN_NAME,
    description: 'Name of the new task. Default: the name of the task.',
  })
  @IsOptional()
  @IsPlainName()
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_NAME_LENGTH)
  name?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Earliest start, at most a year ahead. A time in the past means now.',
  })
  @IsOptional()
  @IsTime()
  run_at?: string | null;
}
