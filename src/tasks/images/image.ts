import { LANGUAGES, type ScriptLanguage } from '../../base/languages/index.js';
import type { ImageEntity } from './image.entity.js';
import type { ImageVersionEntity } from './image-version.entity.js';

export const IMAGE_STATES = ['pulling', 'ready', 'failed'] as const;
export type ImageState = (typeof IMAGE_STATES)[number];

/** An interpreter as it was found in an image. */
export interface Finding {
  /** Null where there is none. */
  version: string | null;
  /** Why scripts cannot run with it, and what to install; null where they can. */
  issue: string | null;
}

/** The findings in an image, by containers with the flags of a run. */
export interface Probe {
  python: Finding;
  node: Finding;
  /** Such as `glibc 2.36`, or `musl`; null where it is not known. */
  libc: string | null;
  /** The number of the user that scripts have there. */
  user: number | null;
}

/** An image at one digest. Times in ms. */
export interface ImageVersion {
  id: string;
  projectId: string;
  imageId: string;
  imageName: string;
  number: number;
  /** By which any machine gets it. */
  reference: string;
  digest: string;
  /** True of one that the operator has loaded, and that no registry has. */
  isLocal: boolean;
  /** Bytes. */
  size: number;
  probe: Probe;
  pulledAt: number;
  usedAt: number;
  /** True once its image is deleted. */
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
  /** Why the last pull failed. */
  error: { code: string; message: string } | null;
  /** The version that meta-tasks get from now on; null before the first. */
  version: ImageVersion | null;
  createdAt: number;
  updatedAt: number;
  updatedBy: string;
}

/** The fields by which an image is made. */
export interface NewImage {
  name: string;
  reference: string;
  platform: string | null;
  authSecret: string | null;
}

/** Returns the interpreter of a language as it was found in an image. */
export function findingFor(probe: Probe, language: ScriptLanguage): Finding {
  return LANGUAGES[language].runsOnNode ? probe.node : probe.python;
}

export function versionOf(row: ImageVersionEntity): ImageVersion {
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

/** `version`: the row that its `version_id` names. */
export function imageOf(row: ImageEntity, version: ImageVersionEntity | undefined): Image {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    reference: row.reference,
    platform: row.platform,
    authSecret: row.auth_secret,
    state: stateOf(row.state),
    error: row.error === null ? null : { code: row.error_code ?? '', message: row.error },
    version: version === undefined ? null : versionOf(version),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  };
}

/** A state that only a newer server knows counts as that of a pull. */
function stateOf(text: string): ImageState {
  return IMAGE_STATES.find((state) => state === text) ?? 'pulling';
}
