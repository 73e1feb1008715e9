import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { JsonObject } from '../../base/kernel/json.js';

const SEVERITIES = ['error', 'warning'] as const;

/** An error of a definition, or a possible one. */
export class DefinitionDiagnosticDto {
  @ApiProperty({ description: 'JSON pointer into the request body.' }) pointer!: string;
  @ApiProperty() message!: string;
  @ApiProperty({
    enum: SEVERITIES,
    description: 'Severity. An `error` prevents a version from being created.',
  })
  severity!: (typeof SEVERITIES)[number];
  @ApiPropertyOptional({ type: 'integer', description: 'Line of the script, counted from 1.' })
  line?: number;
  @ApiPropertyOptional({ type: 'integer' }) column?: number;
}

/** The result of checking a meta-task without creating it. */
export class DefinitionCheckDto {
  @ApiProperty({ description: 'Whether there are no errors.' }) ok!: boolean;
  @ApiProperty({ type: [DefinitionDiagnosticDto], description: 'Diagnostics, at most 100.' })
  diagnostics!: DefinitionDiagnosticDto[];
  @ApiProperty({
    type: Object,
    nullable: true,
    additionalProperties: true,
    description:
      'JSON Schema that the params of a task would have to match. Null if any params are allowed.',
  })
  params_schema!: JsonObject | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Current version of the meta-task with this identifier. Null if no meta-task has it.',
  })
  current_version!: number | null;
  @ApiProperty({
    type: [String],
    description: 'Fields that differ from that version, such as `script`.',
  })
  diff!: string[];
}
