import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { JsonObject } from '../../base/kernel/json.js';

const SEVERITIES = ['error', 'warning'] as const;

/** Something that is wrong with a definition, or may be. */
export class DefinitionDiagnosticDto {
  @ApiProperty({ description: 'JSON pointer into the body.' }) pointer!: string;
  @ApiProperty() message!: string;
  @ApiProperty({ enum: SEVERITIES, description: 'Of an error, no version can be made.' })
  severity!: (typeof SEVERITIES)[number];
  @ApiPropertyOptional({ type: 'integer', description: 'In the script; counts from 1.' })
  line?: number;
  @ApiPropertyOptional({ type: 'integer' }) column?: number;
}

/** The check of a meta-task that is not made. */
export class DefinitionCheckDto {
  @ApiProperty({ description: 'There are no errors.' }) ok!: boolean;
  @ApiProperty({ type: [DefinitionDiagnosticDto], description: '100 at most.' })
  diagnostics!: DefinitionDiagnosticDto[];
  @ApiProperty({
    type: Object,
    nullable: true,
    additionalProperties: true,
    description: 'What the params of a task would have to match; null where anything would do.',
  })
  params_schema!: JsonObject | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Of the meta-task with this identifier; null if there is none.',
  })
  current_version!: number | null;
  @ApiProperty({
    type: [String],
    description: 'The fields in which it differs from that version, such as `script`.',
  })
  diff!: string[];
}
