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

/** Opens a TLS connection to `host` over `socket`. The machine or Node must trust the certificate. */
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
    // The listener is kept: an error without a listener would end the server.
    tls.on('error', (error) => {
      settle();
      reject(httpError(`No secure connection with ${host}: ${readReason(error)}.`, error));
    });
    tls.once('close', () => {
      settle();
      reject(httpError(`${host} ended the connection before it was secure.`));
    });
  });
}

/** Loads the trusted certificates on first use: the machine has hundreds of them, which take a tenth of a second. */
function systemTrust(): SecureContext {
  const certificates = new Set([...getCACertificates('default'), ...getCACertificates('system')]);
  return createSecureContext({ ca: [...certificates] });
}

/** Returns OpenSSL's reason without its source location. */
function readReason(error: Error): string {
  if ('reason' in error && typeof error.reason === 'string') return error.reason;
  return error.message.split('\n', 1)[0] ?? '';
}
