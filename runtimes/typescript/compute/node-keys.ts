import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { checkKeyBytes, checkModulus } from './limits.js';
import { ComputeError, type ComputeRequest } from './request.js';

const KEY_FORMS = ['pkcs1', 'pkcs8', 'sec1', 'spki'] as const;

/** Returns the key in a request, given as text (PEM), bytes (DER), members (JWK), or the bytes of a secret key. */
export function nodeKey(request: ComputeRequest, kind: 'private' | 'public'): KeyObject {
  const key = made(request, kind);
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (bits !== undefined) checkModulus(bits);
  return key;
}

function made(request: ComputeRequest, kind: 'private' | 'public'): KeyObject {
  const passphrase = request.optionalText('passphrase');
  const pem = request.optionalText('pem');
  const secret = passphrase === null ? {} : { passphrase };
  if (pem !== null) {
    checkKeyBytes(pem.length);
    return kind === 'private' ? createPrivateKey({ key: pem, ...secret }) : createPublicKey(pem);
  }
  if (request.value('jwk') != null) {
    const key = request.object('jwk');
    checkKeyBytes(JSON.stringify(key).length / 2);
    return kind === 'private'
      ? createPrivateKey({ key, format: 'jwk' })
      : createPublicKey({ key, format: 'jwk' });
  }
  const der = Buffer.from(request.bytes('der'));
  checkKeyBytes(der.length);
  const type = KEY_FORMS.find((each) => each === request.text('type'));
  if (type === undefined) throw new ComputeError('TypeError', 'The type of the key is unknown');
  if (kind === 'private') {
    if (type === 'spki') throw new ComputeError('TypeError', 'spki is the form of public keys');
    return createPrivateKey({ key: der, format: 'der', type, ...secret });
  }
  if (type === 'pkcs8' || type === 'sec1')
    return createPublicKey(createPrivateKey({ key: der, format: 'der', type, ...secret }));
  return createPublicKey({ key: der, format: 'der', type });
}

/** Describes a key, and returns it in the form that the isolate keeps. */
export function keyInfo(request: ComputeRequest): object {
  const kind = request.text('kind') === 'private' ? 'private' : 'public';
  return described(nodeKey(request, kind));
}

export function described(key: KeyObject): object {
  const type = key.type === 'private' ? 'pkcs8' : 'spki';
  const details = Object.entries(key.asymmetricKeyDetails ?? {}).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? Number(value) : value,
  ]);
  return {
    kind: key.type,
    asymmetricKeyType: key.asymmetricKeyType,
    asymmetricKeyDetails: Object.fromEntries(details),
    pem: key.export({ format: 'pem', type }),
  };
}

/** Exports a key as text, bytes or members. */
export function exportNodeKey(request: ComputeRequest): unknown {
  const kind = request.text('kind') === 'private' ? 'private' : 'public';
  const key = nodeKey(request, kind);
  const format = request.text('format');
  if (format === 'jwk') return key.export({ format: 'jwk' });
  const wanted = request.optionalText('as') ?? (kind === 'private' ? 'pkcs8' : 'spki');
  const type = KEY_FORMS.find((each) => each === wanted);
  if (type === undefined) throw new ComputeError('TypeError', `There is no form "${wanted}"`);
  const cipher = request.optionalText('cipher');
  const passphrase = request.optionalText('newPassphrase');
  const locked = cipher === null || passphrase === null ? {} : { cipher, passphrase };
  if (kind === 'public') {
    if (type !== 'spki' && type !== 'pkcs1')
      throw new ComputeError('TypeError', `A public key has no form "${type}"`);
    return format === 'der'
      ? key.export({ format: 'der', type })
      : key.export({ format: 'pem', type });
  }
  if (type === 'spki') throw new ComputeError('TypeError', 'spki is the form of public keys');
  return format === 'der'
    ? key.export({ format: 'der', type, ...locked })
    : key.export({ format: 'pem', type, ...locked });
}
