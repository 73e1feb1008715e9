import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../base/config/settings.js';
import { CONFIG } from '../../../base/tokens.js';

/** The path of the dashboard. */
const DASHBOARD = '/ui';

/** Injection token of whether this server serves the dashboard. */
export const HAS_DASHBOARD = Symbol('HAS_DASHBOARD');

/** The addresses at which browsers find the dashboard, and sign in with a code. */
@Injectable()
export class LoginLinks {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl'>,
    @Inject(HAS_DASHBOARD) private readonly hasDashboard: boolean,
  ) {}

  /**
   * Returns the address, or null without a dashboard; with a code, one that signs in. The code is in the fragment, which browsers do not send: no log has it.
   * `here`: the server's address without METARUN_PUBLIC_URL.
   */
  to(code: string | null, here: string): string | null {
    if (!this.hasDashboard) return null;
    const { publicUrl } = this.config;
    const dashboard = `${publicUrl === '' ? here : publicUrl}${DASHBOARD}`;
    return code === null ? dashboard : `${dashboard}/login#code=${code}`;
  }
}
