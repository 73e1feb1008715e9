import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';

/** Maximum length of a secret in a request, more than that of any token. */
const MAX_SECRET = 500;

/** Credentials to sign in with: exactly one of the two fields. */
export class CreateSessionDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Access token (mrt_…).',
    maxLength: MAX_SECRET,
  })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_SECRET)
  token?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Login code (mrc_…), valid once.',
    maxLength: MAX_SECRET,
  })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_SECRET)
  code?: string | null;
}

export class SessionDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({
    format: 'uuid',
    description: 'Access token on which the session depends; the session ends with it.',
  })
  token_id!: string;
  @ApiProperty({
    nullable: true,
    type: String,
    description: 'User agent reported by the browser.',
  })
  user_agent!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time', description: 'Time of the last use, to the minute.' })
  last_seen_at!: string;
  @ApiProperty({
    format: 'date-time',
    description: 'Expiry, twelve hours after the last request.',
  })
  expires_at!: string;
  @ApiProperty({ description: 'Whether this request carries its cookie.' }) current!: boolean;
}

export class LoginCodeDto {
  @ApiProperty({ description: 'Login code, shown only once.' }) code!: string;
  @ApiProperty({
    nullable: true,
    type: String,
    description: 'Login URL for a browser. Null if the server has no dashboard.',
  })
  url!: string | null;
  @ApiProperty({ format: 'date-time' }) expires_at!: string;
}
