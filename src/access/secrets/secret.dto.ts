import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsString } from 'class-validator';
import { IfGiven } from '../../platform/wire/if-given.decorator.js';
import { MAX_READERS } from './secret-reads.service.js';
import { MAX_HOSTS, MAX_VALUE_BYTES } from './secret.js';

export class PutSecretDto {
  @ApiProperty({
    description: `Value: 1 to ${MAX_VALUE_BYTES} bytes of UTF-8. Never returned by the API.`,
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
      'Hosts to which the service may send the secret when an agent names it in a header, such as `api.example.com` or `*.example.com:8443`. Default ports: 80 and 443. Unchanged if omitted; a new secret has none.',
    example: ['api.example.com'],
  })
  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_HOSTS)
  @IsString({ each: true })
  hosts?: string[] | undefined;
}

export class SecretDto {
  @ApiProperty({ example: 'API_TOKEN' }) name!: string;
  @ApiProperty({
    description:
      'Whether the server can decrypt it. False if it was stored with another key; then store it again.',
  })
  readable!: boolean;
  @ApiProperty({
    type: [String],
    description: 'Hosts to which the service may send it for an agent.',
    example: ['api.example.com'],
  })
  hosts!: string[];
  @ApiProperty({ description: 'Author of the current value.' }) updated_by!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description:
      'Time at which a task last read it, recorded with a delay of some seconds. Null if no task has read it.',
  })
  last_read_at!: string | null;
  @ApiProperty({
    type: [String],
    description: `Identifiers of the meta-tasks whose tasks read it: the last ${MAX_READERS}, latest first.`,
    example: ['report'],
  })
  read_by!: string[];
}

export class StoredSecretDto extends SecretDto {
  @ApiProperty({
    type: [String],
    description:
      'Warnings about the value, without revealing it. For example, a short value or a common word cannot be reliably redacted from logs and errors.',
    example: [],
  })
  warnings!: string[];
}
