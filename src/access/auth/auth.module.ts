import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { AccessRuleCheck } from './access-rule-check.js';
import { AuthController } from './auth.controller.js';
import { AuthGuard } from './auth.guard.js';
import { Authenticator } from './authenticator.service.js';
import { Authorizer } from './authorizer.service.js';
import { GuessLimit } from './guess-limit.service.js';
import { LastUse } from './last-use.service.js';
import { MeController } from './me.controller.js';
import { MeService } from './me.service.js';
import { OpenRequests } from './open-requests.service.js';
import { RateLimits } from './rates/rate-limits.service.js';
import {} from './rates/rate-store.js';
import { LoginLinks } from './sessions/login-links.js';
import { SessionCookies } from './sessions/session-cookies.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SignInController } from './sessions/sign-in.controller.js';
import { TokensService } from './tokens.service.js';
import { VisibleProjects } from './visible-projects.service.js';

/** Credentials, roles and rate limits, with an {@link AuthGuard} before every route. */
@Module({
  imports: [DiscoveryModule],
  controllers: [AuthController, MeController, SessionsController, SignInController],
  providers: [
    GuessLimit,
    Authenticator,
    LastUse,
    Authorizer,
    VisibleProjects,
    OpenRequests,
    TokensService,
    MeService,
    SessionCookies,
    SessionsService,
    AccessRuleCheck,
    RateLimits,
    LoginLinks,
    { provide: APP_GUARD, useClass: AuthGuard },
  ],
  exports: [Authenticator, Authorizer, OpenRequests, VisibleProjects],
})
export class AuthModule implements OnApplicationShutdown {
  constructor(private readonly requests: OpenRequests) {}

  onApplicationShutdown(): void {
    this.requests.stop();
  }
}
