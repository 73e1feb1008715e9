import { Inject, Injectable } from '@nestjs/common';
import { LANGUAGES, type ScriptLanguage } from '../../base/languages/index.js';
import { MetarunError } from '../../base/kernel/errors.js';
import { quoted } from '../../base/kernel/quoted.js';
import { Engines } from './engines.js';
import { IMAGE_ERRORS } from './errors.js';
import { findingFor, type Image, type ImageVersion } from './image.js';
import { ImageStore } from './image-store.js';

const POINTER = '/docker_image_id';

/** Image version that a version of a meta-task runs on. */
export interface BoundImage {
  versionId: string;
  digest: string;
}

/** Finds the images that versions of meta-tasks run on. */
@Injectable()
export class ImageBindings {
  constructor(
    private readonly store: ImageStore,
    @Inject(Engines) private readonly engines: Pick<Engines, 'missing'>,
  ) {}

  /**
   * Returns the image of a new version of a meta-task, at its current digest or at the version `kept` while it exists;
   * null if the project has no such image. Throws MetarunError if the image cannot run scripts of the language.
   */
  async find(
    projectId: string,
    id: string,
    { language, kept }: { language: ScriptLanguage; kept: string | null },
  ): Promise<BoundImage | null> {
    const image = await this.store.find(projectId, id);
    if (image === null) return null;
    const { missing } = this.engines;
    if (missing !== null) throw refusal('not_available', `${missing}; or leave the image out`);
    const version = (await this.keptVersion(image, kept)) ?? image.version;
    if (version === null) throw refusal(IMAGE_ERRORS.image_not_ready, whyNone(image));
    const { issue } = findingFor(version.probe, language);
    if (issue !== null)
      throw refusal(
        IMAGE_ERRORS.image_unusable,
        `the image ${quoted(image.name)} cannot run ${LANGUAGES[language].title}: ${issue}`,
      );
    return { versionId: version.id, digest: version.digest };
  }

  /** Returns whether the current version of an image is another than the given one. */
  async hasMoved(projectId: string, id: string, versionId: string | null): Promise<boolean> {
    const image = await this.store.find(projectId, id);
    return image !== null && image.version !== null && image.version.id !== versionId;
  }

  private async keptVersion(image: Image, id: string | null): Promise<ImageVersion | null> {
    const version = id === null ? null : await this.store.version(image.projectId, id);
    return version?.imageId === image.id && !version.isRemoved ? version : null;
  }
}

function whyNone({ name, state, error }: Image): string {
  if (state === 'pulling')
    return `the image ${quoted(name)} is still being pulled: wait until its state is "ready"`;
  return `the image ${quoted(name)} could not be had: ${error?.message ?? 'it has no version'} Refresh it first`;
}

function refusal(
  error: ConstructorParameters<typeof MetarunError>[0],
  message: string,
): MetarunError {
  return new MetarunError(error, `docker_image_id: ${message}.`, {
    errors: [{ pointer: POINTER, message }],
  });
}
