import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../base/tokens.js';
import { findErrorCode, getErrorMessage, MetarunError } from '../../base/kernel/errors.js';
import type { ContainerEngine } from '../../sandbox/containers/container-engine.js';
import type { ImageInfo } from '../../sandbox/containers/container-spec.js';
import { EngineError } from '../../sandbox/containers/engine-error.js';
import { SecretsService } from '../../access/secrets/secrets.service.js';
import type { Probe } from './image.js';
import {
  type ImageReference,
  ownPlatform,
  pulledAs,
  readReference,
  runsOn,
} from './image-reference.js';
import { isAllowed } from './registries.js';
import { type RegistryLogin, registryLogin, withoutLogin } from './registry-login.js';

/** The part of the container engine that images use. */
export type ImageEngine = Pick<
  ContainerEngine,
  'pull' | 'inspectImage' | 'removeImage' | 'runOnce'
>;

export interface WantedImage {
  projectId: string;
  reference: string;
  platform: string | null;
  authSecret: string | null;
}

/** Error codes of an image that could not be obtained. */
type ImageFailure = 'image_pull_failed' | 'image_unusable' | 'not_available';

/** Thrown if an image could not be obtained. The message is meant for users. */
export class ImageError extends Error {
  override readonly name = 'ImageError';

  constructor(
    readonly code: ImageFailure,
    message: string,
  ) {
    super(message);
  }
}

/** Pulls images onto this machine and probes them. */
@Injectable()
export class ImagePulls {
  constructor(
    @Inject(SecretsService) private readonly secrets: Pick<SecretsService, 'read'>,
    @Inject(CONFIG)
    private readonly config: { imageRegistries: readonly string[]; imagePullSeconds: number },
  ) {}

  /**
   * Pulls an image, or finds an image that the operator has loaded. Rejects with ImageError, or with the signal's
   * reason.
   */
  async fetch(engine: ImageEngine, wanted: WantedImage, stopped: AbortSignal): Promise<ImageInfo> {
    const reference = readReference(wanted.reference);
    if ('error' in reference)
      throw new ImageError('image_pull_failed', `The reference ${reference.error}.`);
    if (!isAllowed(reference.repository, this.config.imageRegistries))
      throw new ImageError(
        'image_pull_failed',
        `METARUN_IMAGE_REGISTRIES does not allow ${reference.registry} any more.`,
      );
    const image = reference.isLocal
      ? await this.loaded(engine, wanted.reference)
      : await this.pulled(engine, reference, wanted, stopped);
    const { platform } = wanted;
    const own = ownPlatform();
    if (!runsOn(image.platform, platform ?? own))
      throw new ImageError(
        'image_unusable',
        `It is for ${image.platform}, and ${platform === null ? 'this machine is' : 'asked for is'} ${platform ?? own}.`,
      );
    return image;
  }

  /** Returns what scripts can run with in an image. Rejects with ImageError if none can run on it. */
  async probe(engine: ImageEngine, { pinned }: ImageInfo, signal: AbortSignal): Promise<Probe> {
    // Imported only when needed, so that a start does not pay for it.
    const { probeImage, unusableBy } = await import('./probe.js');
    let probe: Probe;
    try {
      probe = await probeImage(engine, pinned, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw new ImageError(
        'image_unusable',
        `No container starts on it: ${getErrorMessage(error)}`,
      );
    }
    const unusable = unusableBy(probe);
    if (unusable !== null) throw new ImageError('image_unusable', `${unusable}.`);
    return probe;
  }

  private async loaded(engine: ImageEngine, reference: string): Promise<ImageInfo> {
    const found = await engine.inspectImage(reference);
    if (found !== null) return found;
    throw new ImageError(
      'image_pull_failed',
      `This machine has no image ${reference}, and those of localhost are never pulled: the operator loads it.`,
    );
  }

  private async pulled(
    engine: ImageEngine,
    reference: ImageReference,
    { projectId, platform, authSecret }: WantedImage,
    stopped: AbortSignal,
  ): Promise<ImageInfo> {
    const { imagePullSeconds: seconds } = this.config;
    const late = AbortSignal.timeout(seconds * 1_000);
    let login: RegistryLogin | null = null;
    try {
      login =
        authSecret === null ? null : registryLogin(await this.secrets.read(projectId, authSecret));
      const options = {
        signal: AbortSignal.any([stopped, late]),
        ...(platform === null ? {} : { platform }),
        ...(login === null ? {} : { credentials: login }),
      };
      const image = await engine.pull(pulledAs(reference), options);
      const { tag, digest, repository } = reference;
      if (tag === null || digest === null) return image;
      const named = await engine.pull(`${repository}@${digest}`, options);
      if (named.id === image.id) return named;
      throw new ImageError(
        'image_pull_failed',
        `The tag ${tag} is ${image.digest} now, not ${digest}: leave out the tag or the digest.`,
      );
    } catch (error) {
      stopped.throwIfAborted();
      if (error instanceof ImageError) throw error;
      if (late.aborted)
        throw new ImageError(
          'image_pull_failed',
          `It was not there within ${seconds} s, which METARUN_IMAGE_PULL_SECONDS allows.`,
        );
      if (error instanceof MetarunError || error instanceof EngineError)
        throw new ImageError('image_pull_failed', withoutLogin(error.message, login));
      const code = findErrorCode(error);
      throw new ImageError(
        'image_pull_failed',
        `The engine could not be asked${code === undefined ? '' : `: ${code}`}.`,
      );
    }
  }
}
