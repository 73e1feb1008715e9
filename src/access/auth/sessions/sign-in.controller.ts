import { Body, Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { invalidField } from '../../../base/kernel/errors.js';
import { Public } from '../access.decorators.js';
import { Authorizer } from '../authorizer.service.js';
import { clientAddress } from '../client-address.js';
import { RateLimits } from '../rates/rate-limits.service.js';
import { rememberAccess } from '../request-access.js';
import { SessionCookies } from './session-cookies.js';
import { CreateSessionDto, SessionDto } from './session.dto.js';
import { SessionsService, type SignIn } from './sessions.service.js';

@ApiTags('auth')
@Controller('auth/sessions')
@Public()
export class SignInController {
  constructor(
    @Inject(SessionsService) private readonly sessions: SessionsService,
    @Inject(SessionCookies) private readonly cookies: SessionCookies,
    @Inject(Authorizer) private readonly authorizer: Authorizer,
    @Inject(RateLimits) private readonly limits: RateLimits,
  ) {}

  /** Signs a browser in; the response sets its cookie. */
  @Post()
  @ApiOperation({
    summary: 'Sign in a browser with an access token or a login code',
    description:
      'The response sets a cookie that scripts cannot read. It grants the same permissions as the token. An Authorization header takes precedence over it.',
  })
  @ApiCreatedResponse({ type: SessionDto })
  async create(
    @Body() body: CreateSessionDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionDto> {
    this.cookies.refuseOtherPagesIfAny(request);
    const identity = await this.sessions.identify(signIn(body), clientAddress(request));
    const { caller } = await this.authorizer.authorize(identity, { kind: 'any' }, undefined);
    // From here on the request belongs to a user.
    rememberAccess(request, caller, null);
    await this.limits.spend('key', identity.id, response);
    const { session, secret, endsAt } = await this.sessions.open(identity, {
      userAgent: request.get('user-agent'),
      former: this.cookies.read(request),
    });
    this.cookies.set(request, response, secret, endsAt);
    return session;
  }
}

function signIn(body: CreateSessionDto): SignIn {
  const { token, code } = { token: body.token ?? null, code: body.code ?? null };
  if (token !== null && code === null) return { token };
  if (code !== null && token === null) return { code };
  throw invalidField('/token', 'give either token or code');
}
