import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { isoTime } from '../../../base/kernel/clock.js';
import { paged, PageQuery } from '../../../platform/wire/page.js';
import { CurrentUser, ManageRole } from '../access.decorators.js';
import type { TokenCaller } from '../caller.js';
import { LoginLinks } from './login-links.js';
import { SessionCookies } from './session-cookies.js';
import { LoginCodeDto, SessionDto } from './session.dto.js';
import { SessionsService } from './sessions.service.js';

@ApiTags('auth')
@Controller('auth')
@ManageRole('viewer')
export class SessionsController {
  constructor(
    @Inject(SessionsService) private readonly sessions: SessionsService,
    @Inject(SessionCookies) private readonly cookies: SessionCookies,
    @Inject(LoginLinks) private readonly links: LoginLinks,
  ) {}

  /** Lists the sessions of the caller's user. */
  @Get('sessions')
  @ApiOperation({
    summary: 'List the signed-in browsers, latest first',
    description: 'Link: rel="next" leads to the next page.',
  })
  @ApiOkResponse({ type: [SessionDto] })
  list(
    @CurrentUser() caller: TokenCaller,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionDto[]> {
    return paged(query, response, (page) => this.sessions.list(caller, page));
  }

  /** Signs out all browsers of the user. */
  @Delete('sessions')
  @ApiOperation({ summary: 'Sign out everywhere' })
  @HttpCode(204)
  @ApiNoContentResponse()
  async endAll(
    @CurrentUser() caller: TokenCaller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.sessions.endAll(caller);
    if (caller.session !== null) this.cookies.clear(request, response);
  }

  /** Signs out one browser. */
  @Delete('sessions/:session_id')
  @ApiOperation({ summary: 'Sign out a session; `current` is the session of the request' })
  @HttpCode(204)
  @ApiNoContentResponse()
  async end(
    @CurrentUser() caller: TokenCaller,
    @Param('session_id') id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.sessions.end(caller, id);
    if (id === 'current' || id.toLowerCase() === caller.session?.id)
      this.cookies.clear(request, response);
  }

  /** Creates a code that signs in another browser. */
  @Post('login-codes')
  @ApiOperation({ summary: 'Create a code that signs in a browser once, within ten minutes' })
  @ApiCreatedResponse({ type: LoginCodeDto })
  async createCode(
    @CurrentUser() caller: TokenCaller,
    @Req() request: Request,
  ): Promise<LoginCodeDto> {
    const { code, expiresAt } = await this.sessions.issueCode(caller);
    const here = `${request.protocol}://${request.get('host') ?? 'localhost'}`;
    return { code, url: this.links.to(code, here), expires_at: isoTime(expiresAt) };
  }
}
