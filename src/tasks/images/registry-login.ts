import { MetarunError } from '../../base/kernel/errors.js';
import { Redaction } from '../../base/redaction/redaction.js';

export interface RegistryLogin {
  user: string;
  password: string;
}

/** Returns the login that a secret contains. Throws a MetarunError that contains nothing of the secret. */
export function registryLogin(value: string): RegistryLogin {
  const at = value.indexOf(':');
  const [user, password] = [value.slice(0, at), value.slice(at + 1).replace(/\r?\n$/, '')];
  if (at > 0 && password !== '') return { user, password };
  throw new MetarunError('validation_failed', 'the secret is not of the form user:password');
}

/** Returns a message of an engine without credentials: neither the login, plain or encoded, nor logins in URLs. */
export function withoutLogin(text: string, login: RegistryLogin | null): string {
  const plain = text.replaceAll(/\/\/[^/\s@]+@/g, '//');
  if (login === null) return plain;
  const { user, password } = login;
  return Redaction.of([`${user}:${password}`, password]).apply(plain);
}
