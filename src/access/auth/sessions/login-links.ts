import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../base/config/settings.js';
import { CONFIG } from '../../../base/tokens.js';

/** Path of the dashboard. */
const DASHBOARD = '/ui';

/** Injection token: whether this server serves the dashboard. */
export const HAS_DASHBOARD = Symbol('HAS_DASHBOARD');

/** Addresses of the dashboard, with or without a login code. */
@Injectable()
export class LoginLinks {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl'>,
    @Inject(HAS_DASHBOARD) private readonly hasDashboard: boolean,
  ) {}

  /**
   * Returns the address of the dashboard, or null without one; with a code, an address that signs in. The code is in
   * the fragment, which browsers do not send, so no log contains it. `here`: address of the server if
   * METARUN_PUBLIC_URL is not set.
   */
  to(code: string | null, here: string): string | null {
    if (!this.hasDashboard) return null;
    const { publicUrl } = this.config;
    const dashboard = `${publicUrl === '' ? here : publicUrl}${DASHBOARD}`;
    return code === null ? dashboard : `${dashboard}/login#code=${code}`;
  }
}
