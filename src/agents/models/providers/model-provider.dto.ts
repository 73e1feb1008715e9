import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Allow, IsString, MaxLength } from 'class-validator';
import {
  MODEL_NAME,
  type ModelPrices,
  PROVIDER_KINDS,
  PROVIDER_NAME,
  type ProviderKind,
} from './provider.js';

const PRICES = {
  type: 'object',
  additionalProperties: false,
  nullable: true,
  description:
    'Prices in USD per million tokens. Default for `cached_input`: the price of `input`.',
  properties: {
    input: { type: 'number', minimum: 0 },
    cached_input: { type: 'number', nullable: true, minimum: 0 },
    output: { type: 'number', minimum: 0 },
  },
} satisfies ApiPropertyOptions;

/** A model in bodies and answers. It is validated by provider-reader.ts, which also reads files. */
export class ProviderModelDto {
  @ApiProperty({
    example: 'sonnet',
    pattern: MODEL_NAME.source,
    description: 'Model name, used as `provider/name` everywhere.',
  })
  name!: string;
  @ApiProperty({ description: 'Model name at the provider.' })
  model!: string;
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Maximum number of tokens of a request and its answer together.',
  })
  context_tokens!: number;
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: 'Maximum number of output tokens. Not needed for embedding models.',
  })
  max_output_tokens?: number;
  @ApiPropertyOptional(PRICES) prices?: ModelPrices | null;
  @ApiPropertyOptional({ default: false, description: 'Whether the model accepts images.' })
  images?: boolean;
  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    minimum: 1,
    description: 'Length of the embeddings of an embedding model, which generates no text.',
  })
  embeddings?: number | null;
}

class ProviderFields {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Name of the project secret that holds the key. Null: requests have no key.',
    example: 'ANTHROPIC_KEY',
  })
  @Allow()
  secret?: string | null;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Headers sent with each request, at most 20. A value may be `{{secret:NAME}}`.',
  })
  @Allow()
  headers?: Record<string, string>;

  @ApiPropertyOptional({
    default: true,
    description: 'Whether answers are streamed. False: an answer is requested as a whole.',
  })
  @Allow()
  stream?: boolean;

  @ApiPropertyOptional({
    type: 'integer',
    default: 600,
    minimum: 10,
    maximum: 3600,
    description: 'Timeout of a whole request, in seconds.',
  })
  @Allow()
  timeout_seconds?: number;

  @ApiPropertyOptional({
    type: 'integer',
    default: 60,
    minimum: 1,
    maximum: 3600,
    description: 'Timeout until the first part of an answer, in seconds.',
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

const NAME = { example: 'anthropic', pattern: PROVIDER_NAME.source };
const KIND = { enum: PROVIDER_KINDS, description: 'Wire format.' };
const URL = {
  description:
    'https URL, or http URL at an address of METARUN_NETWORK_RANGES. Required for `openai_compatible`.',
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
    description: 'Id. Null for a provider of the installation.',
  })
  id!: string | null;
  @ApiProperty({ enum: ['project', 'installation'] }) scope!: 'project' | 'installation';
  @ApiProperty() name!: string;
  @ApiProperty({ enum: PROVIDER_KINDS }) kind!: ProviderKind;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Base URL. Null for a provider of the installation.',
  })
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
    description: 'Headers as configured. Secrets appear by name.',
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
  @ApiProperty({ description: 'Name of one of its models.', example: 'sonnet' })
  @IsString()
  @MaxLength(100)
  model!: string;
}

export class ModelUsageDto {
  @ApiProperty({ type: 'integer' }) input_tokens!: number;
  @ApiProperty({ type: 'integer' }) cached_tokens!: number;
  @ApiProperty({ type: 'integer' }) output_tokens!: number;
  @ApiProperty({ type: 'integer' }) reasoning_tokens!: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Cost in USD. Null if the model has no prices.',
  })
  cost_usd!: number | null;
}

export class TestedModelDto {
  @ApiProperty({ enum: [true] }) ok!: true;
  @ApiProperty({ type: 'integer' }) latency_ms!: number;
  @ApiProperty() usage!: ModelUsageDto;
}
