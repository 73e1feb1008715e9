import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Allow, IsString, MaxLength } from 'class-validator';
import { type ModelPrices, PROVIDER_KINDS, type ProviderKind } from './provider.js';

const PRICES = {
  type: 'object',
  additionalProperties: false,
  nullable: true,
  description: 'USD for a million tokens. `cached_input` is as `input` where it is left out.',
  properties: {
    input: { type: 'number', minimum: 0 },
    cached_input: { type: 'number', nullable: true, minimum: 0 },
    output: { type: 'number', minimum: 0 },
  },
} satisfies ApiPropertyOptions;

/** A model, in bodies and answers. What is wrong in one is found by provider-reader.ts, which reads files too. */
export class ProviderModelDto {
  @ApiProperty({
    example: 'sonnet',
    pattern: '^[a-z0-9][a-z0-9._-]{0,99}$',
    description: 'It is named `provider/name` everywhere.',
  })
  name!: string;
  @ApiProperty({ description: 'The name by which the provider knows it.' })
  model!: string;
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Tokens that a request and its answer may have together.',
  })
  context_tokens!: number;
  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'Not needed for embeddings.' })
  max_output_tokens?: number;
  @ApiPropertyOptional(PRICES) prices?: ModelPrices | null;
  @ApiPropertyOptional({ default: false, description: 'It takes images.' }) images?: boolean;
  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    minimum: 1,
    description: 'The length of its embeddings. Such a model generates no text.',
  })
  embeddings?: number | null;
}

class ProviderFields {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: "Name of the project's secret that holds the key. Null: requests have none.",
    example: 'ANTHROPIC_KEY',
  })
  @Allow()
  secret?: string | null;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Sent with each request, 20 at most. A value may be `{{secret:NAME}}`.',
  })
  @Allow()
  headers?: Record<string, string>;

  @ApiPropertyOptional({
    default: true,
    description: 'False: the answer is asked for as a whole.',
  })
  @Allow()
  stream?: boolean;

  @ApiPropertyOptional({
    type: 'integer',
    default: 600,
    minimum: 10,
    maximum: 3600,
    description: 'Of a whole request, in seconds.',
  })
  @Allow()
  timeout_seconds?: number;

  @ApiPropertyOptional({
    type: 'integer',
    default: 60,
    minimum: 1,
    maximum: 3600,
    description: 'From a request to the first part of its answer, in seconds.',
  })
  @Allow()
  first_token_seconds?: number;

  @ApiPropertyOptional({ type: 'integer', default: 8, minimum: 1, maximum: 256 })
  @Allow()
  max_concurrency?: number;

  @ApiPropertyOptional({ type: 'integer', nullable: true, default: null, minimum: 1 })
  @Allow()
  requests_per_minute?: number | null;

  @ApiPropertyOptional({ type: 'integer', nullable: true, default: null, minimum: 1 })
  @Allow()
  tokens_per_minute?: number | null;
}

const NAME = { example: 'anthropic', pattern: '^[a-z0-9][a-z0-9-]{0,49}$' };
const KIND = { enum: PROVIDER_KINDS, description: 'The wire format.' };
const URL = {
  description:
    'https, or http at an address of METARUN_NETWORK_RANGES. Needed for `openai_compatible`.',
};
const MODELS: ApiPropertyOptions = { type: [ProviderModelDto], minItems: 1, maxItems: 50 };

export class CreateModelProviderDto extends ProviderFields {
  @ApiProperty(NAME) @Allow() name!: string;
  @ApiProperty(KIND) @Allow() kind!: ProviderKind;
  @ApiPropertyOptional(URL) @Allow() base_url?: string;
  @ApiProperty(MODELS) @Allow() models!: ProviderModelDto[];
}

export class UpdateModelProviderDto extends ProviderFields {
  @ApiPropertyOptional(NAME) @Allow() name?: string;
  @ApiPropertyOptional(KIND) @Allow() kind?: ProviderKind;
  @ApiPropertyOptional(URL) @Allow() base_url?: string;
  @ApiPropertyOptional(MODELS) @Allow() models?: ProviderModelDto[];
}

export class ModelProviderDto {
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'Null for one of the installation.',
  })
  id!: string | null;
  @ApiProperty({ enum: ['project', 'installation'] }) scope!: 'project' | 'installation';
  @ApiProperty() name!: string;
  @ApiProperty({ enum: PROVIDER_KINDS }) kind!: ProviderKind;
  @ApiProperty({ type: String, nullable: true, description: 'Null for one of the installation.' })
  base_url!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name of the secret, never its value.',
  })
  secret!: string | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'As they were given; secrets stay names.',
  })
  headers!: Record<string, string>;
  @ApiProperty({ type: [ProviderModelDto] }) models!: ProviderModelDto[];
  @ApiProperty() stream!: boolean;
  @ApiProperty({ type: 'integer' }) timeout_seconds!: number;
  @ApiProperty({ type: 'integer' }) first_token_seconds!: number;
  @ApiProperty({ type: 'integer' }) max_concurrency!: number;
  @ApiProperty({ type: 'integer', nullable: true }) requests_per_minute!: number | null;
  @ApiProperty({ type: 'integer', nullable: true }) tokens_per_minute!: number | null;
  @ApiProperty({ type: String, nullable: true }) updated_by!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) created_at!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) updated_at!: string | null;
}

export class TestModelDto {
  @ApiProperty({ description: 'The name of one of its models.', example: 'sonnet' })
  @IsString()
  @MaxLength(100)
  model!: string;
}

export class ModelUsageDto {
  @ApiProperty({ type: 'integer' }) input_tokens!: number;
  @ApiProperty({ type: 'integer' }) cached_tokens!: number;
  @ApiProperty({ type: 'integer' }) output_tokens!: number;
  @ApiProperty({ type: 'integer' }) reasoning_tokens!: number;
  @ApiProperty({ type: Number, nullable: true, description: 'Null where the model has no prices.' })
  cost_usd!: number | null;
}

export class TestedModelDto {
  @ApiProperty({ enum: [true] }) ok!: true;
  @ApiProperty({ type: 'integer' }) latency_ms!: number;
  @ApiProperty() usage!: ModelUsageDto;
}
