import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { paged } from '../../platform/wire/page.js';
import { CurrentUser, ManageRole } from './access.decorators.js';
import type { TokenCaller } from './caller.js';
import { CreatedTokenDto, CreateTokenDto, ListTokensQuery, TokenDto } from './token.dto.js';
import { TokensService } from './tokens.service.js';

@ApiTags('auth')
@Controller('auth')
@ManageRole('viewer')
export class AuthController {
  constructor(private readonly tokens: TokensService) {}

  /** Lists the access tokens that have not been revoked. */
  @Get('tokens')
  @ApiOperation({
    summary: 'List access tokens, newest first',
    description: 'Link: rel="next" leads to the next page.',
  })
  @ApiOkResponse({ type: [TokenDto] })
  list(
    @CurrentUser() caller: TokenCaller,
    @Query() query: ListTokensQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TokenDto[]> {
    return paged(query, response, (page) => this.tokens.list(caller, query.user_id, page));
  }

  /** Creates an access token. Only this response contains it. */
  @Post('tokens')
  @ApiOperation({ summary: 'Create an access token; its secret is shown only once' })
  @ApiCreatedResponse({ type: CreatedTokenDto })
  create(
    @CurrentUser() caller: TokenCaller,
    @Body() body: CreateTokenDto,
  ): Promise<CreatedTokenDto> {
    return this.tokens.create(caller, body);
  }

  /** Revokes a token, which is refused from now on. */
  @Delete('tokens/:token_id')
  @ApiOperation({ summary: 'Revoke an access token' })
  @HttpCode(204)
  @ApiNoContentResponse()
  revoke(@CurrentUser() caller: TokenCaller, @Param('token_id') id: string): Promise<void> {
    return this.tokens.revoke(caller, id);
  }
}
