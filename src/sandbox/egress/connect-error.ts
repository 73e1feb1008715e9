import { MetarunError } from '../../base/kernel/errors.js';
import type { ConnectErrorReason } from '../runtime/protocol.js';

/** The error of a failed connection; the message is for the script's author. */
export class ConnectError extends MetarunError {
  constructor(
    readonly reason: ConnectErrorReason,
    message: string,
  ) {
    super(reason === 'denied' ? 'network_denied' : 'network_error', message);
  }
}
