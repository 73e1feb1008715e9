import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { AccessRuleCheck } from './access-rule-check.js';
import { AuthController } from './auth.controller.js';
import { AuthGuard } from './auth.guard.js';
import { Authenticator } from './authenticator.service.js';
import { Authorizer } from './authorizer.service.js';
import { GuessLimit } from './guess-limit.service.js';
import { LastUse } from './last-use.service.js';
import { MeService } from './me.service.js';
import { OpenRequests } from './open-requests.service.js';
import { RateLimits } from './rate-limits.service.js';
import { TokensService } from './tokens.service.js';
import { VisibleProjects } from './visible-projects.service.js';

/** Puts {@link AuthGuard} before every route of the application, whichever module it is in. */
@Module({
  imports: [DiscoveryModule],
  controllers: [AuthController],
  providers: [
    AccessRuleCheck,
    Authenticator,
    Authorizer,
    GuessLimit,
    LastUse,
    MeService,
    OpenRequests,
    RateLimits,
    TokensService,
    VisibleProjects,
    { provide: APP_GUARD, useClass: AuthGuard },
  ],
  exports: [Authenticator, OpenRequests, VisibleProjects],
})
export class AuthModule {}
