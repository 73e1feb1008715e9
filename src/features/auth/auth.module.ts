import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { provided } from '../../platform/wire/provided.js';
import { AccessRuleCheck } from './access-rule-check.js';
import { AuthController } from './auth.controller.js';
import { AuthGuard } from './auth.guard.js';
import type { AuthServices } from './auth.services.js';
import { MeController } from './me.controller.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SignInController } from './sessions/sign-in.controller.js';

/** The endpoints of one's own access, and {@link AuthGuard} before every route of the application. */
@Module({})
export class AuthModule {
  static with({ auth }: { auth: AuthServices }): DynamicModule {
    const { providers, ...shared } = provided(auth);
    return {
      module: AuthModule,
      imports: [DiscoveryModule],
      controllers: [AuthController, MeController, SessionsController, SignInController],
      providers: [...providers, AccessRuleCheck, { provide: APP_GUARD, useClass: AuthGuard }],
      ...shared,
    };
  }
}
