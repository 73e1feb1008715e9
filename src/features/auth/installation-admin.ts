import { MetarunError } from '../../base/kernel/errors.js';
import type { TokenCaller } from './caller.js';

/** Throws `forbidden` unless the caller administers the installation. `does`: what only such a caller may, as `reads this`. */
export function assertInstallationAdmin(
  { isInstallationAdmin }: Pick<TokenCaller, 'isInstallationAdmin'>,
  does: string,
): void {
  if (!isInstallationAdmin)
    throw new MetarunError(
      'forbidden',
      `Only an administrator of the installation ${does}: use the token of one.`,
    );
}
