import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';

/** More than any token has. */
const MAX_SECRET = 500;

/** Exactly one of the two fields. */
export class CreateSessionDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'An access token (mrt_…).',
    maxLength: MAX_SECRET,
  })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_SECRET)
  token?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'A login code (mrc_…), which works once.',
    maxLength: MAX_SECRET,
  })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_SECRET)
  code?: string | null;
}

export class SessionDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid', description: 'The access token with which the session ends.' })
  token_id!: string;
  @ApiProperty({
    nullable: true,
    type: String,
    description: 'What the browser says that it is.',
  })
  user_agent!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time', description: 'To the minute.' }) last_seen_at!: string;
  @ApiProperty({
    format: 'date-time',
    description: 'Without a request it ends twelve hours after the last one.',
  })
  expires_at!: string;
  @ApiProperty({ description: 'Whether this request has come with its cookie.' }) current!: boolean;
}

export class LoginCodeDto {
  @ApiProperty({ description: 'The code, shown this once.' }) code!: string;
  @ApiProperty({
    nullable: true,
    type: String,
    description: 'Where a browser signs in with it; null where the server has no dashboard.',
  })
  url!: string | null;
  @ApiProperty({ format: 'date-time' }) expires_at!: string;
}
