import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { SECRET_NAME } from '../../access/secrets/secret.js';
import { QueryFlag } from '../../platform/wire/query-flag.decorator.js';
import { IMAGE_STATES, type ImageState } from './image.js';

const NAME = '^[a-z0-9][a-z0-9._-]{0,99}$';

export class CreateImageDto {
  @ApiProperty({ example: 'reports', pattern: NAME, description: 'Name, unique in the project.' })
  @Matches(new RegExp(NAME), {
    message: 'name has 1 to 100 lower-case letters, digits, ".", "_" and "-", such as reports',
  })
  name!: string;

  @ApiProperty({
    example: 'registry.example.com/team/reports:2026',
    maxLength: 500,
    description:
      'Reference: `registry/repository[:tag][@sha256:…]`. The registry must be one of METARUN_IMAGE_REGISTRIES; `localhost/…` is loaded by the operator and never pulled.',
  })
  @MaxLength(500)
  @IsString()
  reference!: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'linux/amd64',
    description: 'Platform of the image. Default: the platform of the machine.',
  })
  @IsOptional()
  @IsString()
  platform?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: SECRET_NAME.source,
    example: 'REGISTRY_LOGIN',
    description: 'Name of the project secret with `user:password` for the registry.',
  })
  @IsOptional()
  @Matches(SECRET_NAME, { message: 'auth_secret must be the name of a secret' })
  auth_secret?: string | null;
}

export class DeleteImageQuery {
  @QueryFlag('Whether to delete it although meta-tasks run on it: their tasks then fail.')
  force = false;
}

export class ImageErrorDto {
  @ApiProperty({ example: 'image_pull_failed' }) code!: string;
  @ApiProperty({ description: 'Message of the registry, without credentials.' })
  message!: string;
}

export class InterpreterDto {
  @ApiProperty({
    type: String,
    nullable: true,
    example: '3.13.1',
    description: 'Version of the interpreter. Null if the image has none.',
  })
  version!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Reason why scripts cannot run with it, and what to install. Null if they can.',
  })
  issue!: string | null;
}

export class ImageVersionDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ type: 'integer', description: 'Version number, counted from 1.' }) number!: number;
  @ApiProperty({ example: `sha256:${'0'.repeat(64)}` }) digest!: string;
  @ApiProperty({ type: 'integer', description: 'Unpacked size in bytes.' }) size!: number;
  @ApiProperty() python!: InterpreterDto;
  @ApiProperty() node!: InterpreterDto;
  @ApiProperty({ type: String, nullable: true, example: 'glibc 2.36' }) libc!: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Numeric id of the user that scripts run as.',
  })
  user!: number | null;
  @ApiProperty({ format: 'date-time' }) probed_at!: string;
  @ApiProperty({ format: 'date-time', description: 'Last use by a run, to the hour.' })
  used_at!: string;
}

export class ImageDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty() reference!: string;
  @ApiProperty({ type: String, nullable: true }) platform!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name of the secret, never its value.',
  })
  auth_secret!: string | null;
  @ApiProperty({
    enum: IMAGE_STATES,
    description:
      'State of the last pull. The previous version stays in use during a pull and after a failed one.',
  })
  state!: ImageState;
  @ApiProperty({
    type: ImageErrorDto,
    nullable: true,
    description: 'Reason why the last pull failed.',
  })
  error!: ImageErrorDto | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Digest of the version that meta-tasks get from now on. Null before the first version.',
  })
  digest!: string | null;
  @ApiProperty({ type: ImageVersionDto, nullable: true, description: 'Current version.' })
  version!: ImageVersionDto | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
  @ApiProperty() updated_by!: string;
}

export class ImageDetailDto extends ImageDto {
  @ApiProperty({ type: [ImageVersionDto], description: 'Versions, newest first.' })
  versions!: ImageVersionDto[];
  @ApiProperty({
    type: [String],
    description: 'Identifiers of the meta-tasks whose current version runs on this image.',
  })
  meta_tasks!: string[];
}
