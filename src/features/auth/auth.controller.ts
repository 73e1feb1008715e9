import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentUser, ManageRole } from './access.decorators.js';
import type { TokenCaller } from './caller.js';
import { CreatedTokenDto, CreateTokenDto, ListTokensQuery, TokenDto } from './token.dto.js';
import { TokensService } from './tokens.service.js';

@ApiTags('auth')
@Controller('auth')
@ManageRole('viewer')
export class AuthController {
  constructor(private readonly tokens: TokensService) {}

  /** The access tokens that have not been revoked. */
  @Get('tokens')
  @ApiOperation({ summary: 'List access tokens' })
  @ApiOkResponse({ type: [TokenDto] })
  list(@CurrentUser() caller: TokenCaller, @Query() query: ListTokensQuery): Promise<TokenDto[]> {
    return this.tokens.list(caller, query.user_id);
  }

  /** A new access token; the answer is the only place where it is shown. */
  @Post('tokens')
  @ApiOperation({ summary: 'Create an access token; its secret is shown this once' })
  @ApiCreatedResponse({ type: CreatedTokenDto })
  create(
    @CurrentUser() caller: TokenCaller,
    @Body() body: CreateTokenDto,
  ): Promise<CreatedTokenDto> {
    return this.tokens.create(caller, body);
  }

  /** Revokes a token; it is refused from now on. */
  @Delete('tokens/:token_id')
  @ApiOperation({ summary: 'Revoke an access token' })
  @HttpCode(204)
  @ApiNoContentResponse()
  revoke(@CurrentUser() caller: TokenCaller, @Param('token_id') id: string): Promise<void> {
    return this.tokens.revoke(caller, id);
  }
}
