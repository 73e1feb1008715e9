import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { IfGiven } from '../../platform/wire/if-given.decorator.js';
import { MEMORY_REVIEWS, type MemoryReview } from './memory-words.js';

const MODEL =
  'Model that distils memories from tasks, as `provider/name`. Null: the default model of the installation.';
const REVIEW =
  'Memories of scripts, agents and models that are `pending` until a person accepts them: `none`, those of `low_trust`, or `all`.';

export class MemorySettingsDto {
  @ApiProperty({ type: String, nullable: true, description: MODEL })
  memory_model!: string | null;
  @ApiProperty({ enum: MEMORY_REVIEWS, description: REVIEW })
  memory_review!: MemoryReview;
}

export class ChangeMemorySettingsDto {
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 200, description: MODEL })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  memory_model?: string | null;

  @ApiPropertyOptional({ enum: MEMORY_REVIEWS, description: REVIEW })
  @IfGiven()
  @IsIn(MEMORY_REVIEWS)
  memory_review?: MemoryReview;
}
