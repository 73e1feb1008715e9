import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';

import { MAX_VALUE_BYTES } from './secret.js';

export class PutSecretDto {
  @ApiProperty({
    description: `1 to ${MAX_VALUE_BYTES} bytes of UTF-8. No answer ever holds it.`,
    writeOnly: true,
    minLength: 1,
    maxLength: MAX_VALUE_BYTES,
  })
  @IsString()
  value!: string;
}

export class SecretDto {
  @ApiProperty({ example: 'API_TOKEN' }) name!: string;
  @ApiProperty({
    description: 'False when it was stored with another key than this server has: store it again.',
  })
  readable!: boolean;
  @ApiProperty({ description: 'Who stored the value that it has now.' }) updated_by!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}
