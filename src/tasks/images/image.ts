import { LANGUAGES, type ScriptLanguage } from '../../base/languages/index.js';
import type { ImageEntity } from './image.entity.js';
import type { ImageVersionEntity } from './image-version.entity.js';

export const IMAGE_STATES = ['pulling', 'ready', 'failed'] as const;
export type ImageState = (typeof IMAGE_STATES)[number];

/** An interpreter that a probe looked for in an image. */
export interface Finding {
  /** Version of the interpreter; null if the image does not have it. */
  version: string | null;
  /** Reason why scripts cannot run with it, and what to install; null if they can. */
  issue: string | null;
}

/** Results of probing an image with containers that have the flags of a run. */
export interface Probe {
  python: Finding;
  node: Finding;
  /** C library, such as `glibc 2.36` or `musl`; null if unknown. */
  libc: string | null;
  /** User id that scripts run as; null if unknown. */
  user: number | null;
}

/** An image at one digest. Times in ms. */
export interface ImageVersion {
  id: string;
  projectId: string;
  imageId: string;
  imageName: string;
  number: number;
  /** Reference that any machine can pull, or the id of a loaded image. */
  reference: string;
  digest: string;
  /** True for an image that the operator has loaded and that is in no registry. */
  isLocal: boolean;
  /** Size in bytes. */
  size: number;
  probe: Probe;
  pulledAt: number;
  usedAt: number;
  /** True once the image is deleted. */
  isRemoved: boolean;
}

/** An image of a project. Times in ms. */
export interface Image {
  id: string;
  projectId: string;
  name: string;
  reference: string;
  platform: string | null;
  authSecret: string | null;
  state: ImageState;
  /** Error of the last pull; null if it did not fail. */
  error: { code: string; message: string } | null;
  /** Current version, which new versions of meta-tasks use; null before the first pull has succeeded. */
  version: ImageVersion | null;
  createdAt: number;
  updatedAt: number;
  updatedBy: string;
}

/** Members of a request that creates an image. */
export interface NewImage {
  name: string;
  reference: string;
  platform: string | null;
  authSecret: string | null;
}

/** Returns the interpreter that runs scripts of a language, as found in an image. */
export function findingFor(probe: Probe, language: ScriptLanguage): Finding {
  return LANGUAGES[language].runsOnNode ? probe.node : probe.python;
}

export function toImageVersion(row: ImageVersionEntity): ImageVersion {
  return {
    id: row.id,
    projectId: row.project_id,
    imageId: row.image_id,
    imageName: row.image_name,
    number: row.number,
    reference: row.reference,
    digest: row.digest,
    // SQLite has no booleans.
    isLocal: Boolean(row.is_local),
    size: Number(row.size),
    probe: JSON.parse(row.probe) as Probe,
    pulledAt: row.pulled_at,
    usedAt: row.used_at,
    isRemoved: row.removed_at !== null,
  };
}

/** Returns the image of a row; `version` is the row of its current version. */
export function toImage(row: ImageEntity, version: ImageVersionEntity | undefined): Image {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    reference: row.reference,
    platform: row.platform,
    authSecret: row.auth_secret,
    state: parseImageState(row.state),
    error: row.error === null ? null : { code: row.error_code ?? '', message: row.error },
    version: version === undefined ? null : toImageVersion(version),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  };
}

/** Returns the state that a row contains. A state that only a newer release knows is shown as `pulling`. */
function parseImageState(text: string): ImageState {
  return IMAGE_STATES.find((state) => state === text) ?? 'pulling';
}
