import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsOptional, IsString } from 'class-validator';

import { MAX_READERS } from './secret-reads.service.js';
import { MAX_HOSTS, MAX_VALUE_BYTES } from './secret.js';

export class PutSecretDto {
  @ApiProperty({
    description: `1 to ${MAX_VALUE_BYTES} bytes of UTF-8. No answer ever holds it.`,
    writeOnly: true,
    minLength: 1,
    maxLength: MAX_VALUE_BYTES,
  })
  @IsString()
  value!: string;

  @ApiProperty({
    type: [String],
    required: false,
    maxItems: MAX_HOSTS,
    description:
      'Hosts that the service may send it to where an agent names it in a header, such as `api.example.com` or `*.example.com:8443`; without a port 80 and 443. ' +
      'Without it those that the secret has stay; a new one has none.',
    example: ['api.example.com'],
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_HOSTS)
  @IsString({ each: true })
  hosts?: string[] | undefined;
}

export class SecretDto {
  @ApiProperty({ example: 'API_TOKEN' }) name!: string;
  @ApiProperty({
    description: 'False when it was stored with another key than this server has: store it again.',
  })
  readable!: boolean;
  @ApiProperty({
    type: [String],
    description: 'Hosts that the service may send it to for an agent.',
    example: ['api.example.com'],
  })
  hosts!: string[];
  @ApiProperty({ description: 'Who stored the value that it has now.' }) updated_by!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When a task has last read it, some seconds later; null where none has.',
  })
  last_read_at!: string | null;
  @ApiProperty({
    type: [String],
    description: `The meta-tasks whose tasks have read it, by identifier: the last ${MAX_READERS}, latest first.`,
    example: ['report'],
  })
  read_by!: string[];
}

export class StoredSecretDto extends SecretDto {
  @ApiProperty({
    type: [String],
    description:
      'What to know of its value, without the value: one that is short, or a common word, is badly redacted from logs and errors.',
    example: [],
  })
  warnings!: string[];
}
