import { type Json, objectOrNull } from '../../base/kernel/json.js';
import type { ImageInfo } from './container-spec.js';
import { parsed } from './engine-report.js';

const DIGEST = /^sha256:[0-9a-f]{64}$/;
/** A reference begins with a letter or digit, never with a dash, so that no engine takes it for an option. */
const REFERENCE = /^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,511}$/;

/** Returns whether a text is a valid image reference. The image need not exist. */
export function isReference(text: string): boolean {
  return REFERENCE.test(text);
}

/** Returns a reference without its tag and digest: `registry.example:5000/team/tool`. */
export function parseRepository(reference: string): string {
  const [name = ''] = reference.split('@');
  return name.replace(/:[^:/]*$/, '');
}

/**
 * Parses the output of `image inspect` for one image; returns null if there is no image. `reference` is the inspected
 * reference.
 */
export function readImage(reference: string, text: string): ImageInfo | null {
  const list = parsed(text);
  const image = objectOrNull(Array.isArray(list) ? list[0] : list);
  const id = normaliseDigest(image?.['Id']);
  if (image === null || id === null) return null;
  const repository = parseRepository(reference);
  const own = readNames(image['RepoDigests']).filter(
    (name) => parseRepository(name) === repository,
  );
  const kept = normaliseDigest(image['Digest']);
  // An image for several platforms also has the digest of the image list; the engine's own digest is that of this
  // platform.
  const name = own.find((one) => one.endsWith(`@${kept}`)) ?? own[0];
  return {
    id,
    digest: normaliseDigest(name?.split('@')[1]) ?? kept ?? id,
    pinned: name ?? id,
    bytes: typeof image['Size'] === 'number' ? image['Size'] : 0,
    platform: `${readText(image['Os'])}/${readText(image['Architecture'])}`,
  };
}

/** Normalizes a digest: podman leaves out the algorithm if it is sha256. */
function normaliseDigest(value: Json | undefined): string | null {
  if (typeof value !== 'string') return null;
  const digest = value.includes(':') ? value : `sha256:${value}`;
  return DIGEST.test(digest) ? digest : null;
}

function readNames(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function readText(value: Json | undefined): string {
  return typeof value === 'string' && value !== '' ? value : 'unknown';
}
