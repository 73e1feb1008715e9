import { type Json, objectOrNull } from '../../base/kernel/json.js';
import type { ImageInfo } from './container-spec.js';
import { parsed } from './engine-report.js';

const DIGEST = /^sha256:[0-9a-f]{64}$/;
/** A reference begins with a name and never with a dash, so that no engine takes it for an option. */
const REFERENCE = /^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,511}$/;

/** Returns whether an engine can be given a text for an image. It says nothing of whether there is one. */
export function isReference(text: string): boolean {
  return REFERENCE.test(text);
}

/** Returns a reference without its tag and digest: `registry.example:5000/team/tool`. */
export function repositoryOf(reference: string): string {
  const [name = ''] = reference.split('@');
  return name.replace(/:[^:/]*$/, '');
}

/** Reads the answer to `image inspect` for one image; null if it is none. `reference`: what was asked for. */
export function readImage(reference: string, text: string): ImageInfo | null {
  const list = parsed(text);
  const image = objectOrNull(Array.isArray(list) ? list[0] : list);
  const id = digestOf(image?.['Id']);
  if (image === null || id === null) return null;
  const repository = repositoryOf(reference);
  const own = namesOf(image['RepoDigests']).filter((name) => repositoryOf(name) === repository);
  const kept = digestOf(image['Digest']);
  // An image of several platforms has the digest of their list, too: that of this one is the engine's own.
  const name = own.find((one) => one.endsWith(`@${kept}`)) ?? own[0];
  return {
    id,
    digest: digestOf(name?.split('@')[1]) ?? kept ?? id,
    pinned: name ?? id,
    bytes: typeof image['Size'] === 'number' ? image['Size'] : 0,
    platform: `${textOf(image['Os'])}/${textOf(image['Architecture'])}`,
  };
}

/** Podman leaves the algorithm out where it is the usual one. */
function digestOf(value: Json | undefined): string | null {
  if (typeof value !== 'string') return null;
  const digest = value.includes(':') ? value : `sha256:${value}`;
  return DIGEST.test(digest) ? digest : null;
}

function namesOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' && value !== '' ? value : 'unknown';
}
