import { ApiProperty, PartialType } from '@nestjs/swagger';
import type { JsonObject } from '../../base/kernel/json.js';
import { IsIdentifier, IsNote } from '../catalogue/entry.dto.js';
import { answerOfFields, bodyOfFields } from '../catalogue/field-decorators.js';
import { type Definition, FIELDS } from './fields.js';

const nullable = <const T>(type: T): { type: T; nullable: true } => ({ type, nullable: true });

class DefinitionBody extends bodyOfFields<Definition>(FIELDS) {}

/** A meta-task that is checked and not created. */
export class NewMetaTaskDto extends DefinitionBody {
  @IsIdentifier('`task_type_identifier`')
  identifier?: string | null;
}

export class CreateMetaTaskDto extends NewMetaTaskDto {
  @IsNote()
  note?: string | null;
}

/** A change that is not carried out. Every member is optional; null requests the default. */
export class MetaTaskChangeDto extends PartialType(DefinitionBody, {
  skipNullProperties: false,
}) {}

/** Every member is optional; null requests the default. */
export class ChangeMetaTaskDto extends MetaTaskChangeDto {
  @IsNote()
  note?: string | null;
}

export class LargeScriptDto {
  @ApiProperty({ type: 'integer' }) bytes!: number;
  @ApiProperty({ description: 'SHA-256 of the script, in lower-case hex.' }) sha256!: string;
}

/** A meta-task, whose `params_schema` may be an inferred one. */
export class MetaTaskDto extends answerOfFields<Definition, 'params_schema'>(
  FIELDS,
  'params_schema',
) {
  @ApiProperty({
    ...nullable(String),
    description:
      'Packages that the script requires, pinned and with hashes: a requirements file for Python, npm’s lock file for TypeScript.',
  })
  dependency_lock!: string | null;
  @ApiProperty({
    ...nullable(LargeScriptDto),
    description:
      'Size and hash of a script of more than 256 KiB, for which lists have a null `script`.',
  })
  large_script!: LargeScriptDto | null;
  @ApiProperty({
    ...nullable(String),
    format: 'uuid',
    description: 'Version of its image. Null if it does not run on an image.',
  })
  docker_image_version_id!: string | null;
  @ApiProperty({ ...nullable(String), description: 'Digest of that version.' })
  docker_image_digest!: string | null;
  @ApiProperty({
    ...nullable(Object),
    additionalProperties: true,
    description:
      'JSON Schema that the params of a task must match. Null if any params are allowed.',
  })
  params_schema!: JsonObject | null;
  @ApiProperty({ description: 'Whether `params_schema` was inferred from the script.' })
  params_schema_inferred!: boolean;
}

/** A meta-task that has been changed. */
export class ChangedMetaTaskDto extends MetaTaskDto {
  @ApiProperty({
    type: [String],
    description:
      'Names of up to 10 schedules that can no longer create tasks because of the change.',
    example: [],
  })
  warnings!: string[];
}
