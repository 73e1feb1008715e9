import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import { Authenticator } from './authenticator.service.js';
import { Authorizer } from './authorizer.service.js';
import { GuessLimit } from './guess-limit.service.js';
import { LastUse } from './last-use.service.js';
import { MeService } from './me.service.js';
import { OpenRequests } from './open-requests.service.js';
import { LoginLinks } from './sessions/login-links.js';
import { SessionCookies } from './sessions/session-cookies.js';
import { SessionsService } from './sessions/sessions.service.js';
import { RateLimits } from './rates/rate-limits.service.js';
import type { RateStore } from './rates/rate-store.js';
import { TokensService } from './tokens.service.js';
import { VisibleProjects } from './visible-projects.service.js';

export type AuthServices = ReturnType<typeof authServices>;

/** Makes the services that say who calls, and what they may do. `hasDashboard`: browsers can sign in there. `rates`: null without limits. */
export function authServices(
  { config, logger, database, bus, sandbox }: Infrastructure,
  hasDashboard: boolean,
  rates: RateStore | null,
) {
  const guesses = new GuessLimit(bus);
  const authenticator = new Authenticator(database, guesses, new LastUse(database));
  const authorizer = new Authorizer(database);
  const visible = new VisibleProjects(database);
  return {
    authenticator,
    authorizer,
    visible,
    limits: new RateLimits(config, rates),
    requests: new OpenRequests(authenticator, authorizer, bus, logger),
    tokens: new TokensService(database, bus),
    me: new MeService(visible, sandbox),
    cookies: new SessionCookies(config),
    sessions: new SessionsService(database, bus, authenticator, guesses),
    loginLinks: new LoginLinks(config, hasDashboard),
  };
}
