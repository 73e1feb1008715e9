import { MetarunError } from '../kernel/errors.js';
import type { ConnectFault } from '../runtime/protocol.js';

/** Why a connection of a run was not made; the message is for the script's author. */
export class ConnectError extends MetarunError {
  constructor(
    readonly fault: ConnectFault,
    message: string,
  ) {
    super(fault === 'denied' ? 'network_denied' : 'network_error', message);
  }
}
