import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import { Authenticator } from './authenticator.service.js';
import { Authorizer } from './authorizer.service.js';
import { GuessLimit } from './guess-limit.service.js';
import { LastUse } from './last-use.service.js';
import { MeService } from './me.service.js';
import { OpenRequests } from './open-requests.service.js';
import { RateLimits } from './rate-limits.service.js';
import { TokensService } from './tokens.service.js';
import { VisibleProjects } from './visible-projects.service.js';

export type AuthServices = ReturnType<typeof authServices>;

/** Makes the services that say who calls, and what they may do. */
export function authServices({ config, logger, database, bus }: Infrastructure) {
  const authenticator = new Authenticator(database, new GuessLimit(), new LastUse(database));
  const authorizer = new Authorizer(database);
  const visible = new VisibleProjects(database);
  return {
    authenticator,
    authorizer,
    visible,
    limits: new RateLimits(config),
    requests: new OpenRequests(authenticator, authorizer, bus, logger),
    tokens: new TokensService(database, bus),
    me: new MeService(visible),
  };
}
