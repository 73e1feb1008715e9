/** Parts of an image reference. */
export interface ImageReference {
  /** Host, with the port if there is one. */
  registry: string;
  /** Registry and path. */
  repository: string;
  tag: string | null;
  digest: string | null;
  /** True for an image that the operator has loaded into the engine and that is in no registry. */
  isLocal: boolean;
}

const MAX_LENGTH = 500;
/** Registry of images that were built or loaded on the machine. */
const LOCAL = 'localhost';
const REGISTRY = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:\d{1,5})?$/;
const PART = /^[a-z0-9]+((\.|__?|-+)[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const SHAPE = 'registry/repository[:tag][@sha256:…]';

/**
 * Returns the parts of a reference, or the reason why it is invalid. A name without a registry is invalid: no registry
 * is guessed.
 */
export function readReference(text: string): ImageReference | { error: string } {
  if (text.length > MAX_LENGTH) return { error: `has more than ${MAX_LENGTH} characters` };
  const at = text.indexOf('@');
  const digest = at === -1 ? null : text.slice(at + 1);
  if (digest !== null && !DIGEST.test(digest))
    return { error: 'has "@" before something else than sha256: and 64 hexadecimal digits' };
  const named = at === -1 ? text : text.slice(0, at);
  const [registry = '', ...path] = named.split('/');
  const isHost = registry === LOCAL || /[.:]/.test(registry);
  if (path.length === 0 || !isHost)
    return {
      error: `names no registry, and none is guessed: write ${SHAPE}, such as registry.example.com/team/python:3.13`,
    };
  if (!REGISTRY.test(registry)) return { error: 'begins with something that is not a registry' };
  const last = path.pop() ?? '';
  const [name = '', tag = null, ...more] = last.split(':');
  const parts = [...path, name];
  const wrong = parts.find((part) => !PART.test(part));
  if (wrong !== undefined || more.length > 0)
    return { error: `is not ${SHAPE}: a repository has lower-case letters, digits, ".", "_", "-"` };
  if (tag !== null && !TAG.test(tag))
    return { error: 'has an invalid tag: a tag has 1 to 128 letters, digits, "_", "." and "-"' };
  const repository = [registry, ...parts].join('/');
  return { registry, repository, tag, digest, isLocal: registry === LOCAL };
}

/** Returns whether a reference names an image that the operator has loaded. */
export function isLocalReference(text: string): boolean {
  return text.startsWith(`${LOCAL}/`);
}

/**
 * Returns the reference to pull: the tag if there is one, since engines refuse a tag together with a digest or ignore
 * one of them.
 */
export function pulledAs({ repository, tag, digest }: ImageReference): string {
  if (tag === null && digest !== null) return `${repository}@${digest}`;
  return `${repository}:${tag ?? 'latest'}`;
}

const PLATFORM = /^linux\/[a-z0-9]+(\/v\d+)?$/;
/** Image names of processor architectures, by Node's names; equal ones are left out. */
const PROCESSORS: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386' };

export function ownPlatform(): string {
  return `linux/${PROCESSORS[process.arch] ?? process.arch}`;
}

/** Returns whether a text is a Linux platform, which images of scripts need. */
export function isPlatform(text: string): boolean {
  return PLATFORM.test(text);
}

/** Returns whether a machine of the platform `own` can run images of the platform `wanted`. The variant is ignored. */
export function runsOn(wanted: string, own: string): boolean {
  const [, processor] = wanted.split('/');
  return processor === own.split('/')[1];
}
