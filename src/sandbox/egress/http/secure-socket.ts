import { isIP, type Socket } from 'node:net';
import {
  connect,
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import { httpError } from './http-error.js';

let trust: SecureContext | null = null;

/** Opens TLS over `socket` with `host`, whose certificate must be trusted by the machine or by Node. */
export function secured(socket: Socket, host: string, signal: AbortSignal): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const tls = connect({
      socket,
      host,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      secureContext: (trust ??= systemTrust()),
      ALPNProtocols: ['http/1.1'],
    });
    const stop = (): unknown => tls.destroy();
    const settle = (): void => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop);
    tls.once('secureConnect', () => {
      settle();
      resolve(tls);
    });
    // The listener stays: an error without a listener would end the server.
    tls.on('error', (error) => {
      settle();
      reject(httpError(`No secure connection with ${host}: ${reasonOf(error)}.`, error));
    });
    tls.once('close', () => {
      settle();
      reject(httpError(`${host} ended the connection before it was secure.`));
    });
  });
}

/** Read at the first use: the machine has hundreds of certificates, which take a tenth of a second. */
function systemTrust(): SecureContext {
  const certificates = new Set([...getCACertificates('default'), ...getCACertificates('system')]);
  return createSecureContext({ ca: [...certificates] });
}

/** Returns OpenSSL's reason without the source location that it names. */
function reasonOf(error: Error): string {
  if ('reason' in error && typeof error.reason === 'string') return error.reason;
  return error.message.split('\n', 1)[0] ?? '';
}
