import { isoTime } from '../../base/kernel/clock.js';
import type { Image, ImageVersion } from './image.js';
import type { ImageDetailDto, ImageDto, ImageVersionDto } from './image.dto.js';

export function imageDto(image: Image): ImageDto {
  const { version } = image;
  return {
    id: image.id,
    name: image.name,
    reference: image.reference,
    platform: image.platform,
    auth_secret: image.authSecret,
    state: image.state,
    error: image.error,
    digest: version?.digest ?? null,
    version: version && imageVersionDto(version),
    created_at: isoTime(image.createdAt),
    updated_at: isoTime(image.updatedAt),
    updated_by: image.updatedBy,
  };
}

export function imageDetailDto(
  image: Image,
  versions: readonly ImageVersion[],
  metaTasks: string[],
): ImageDetailDto {
  return {
    ...imageDto(image),
    versions: versions.map(imageVersionDto),
    meta_tasks: metaTasks,
  };
}

function imageVersionDto(version: ImageVersion): ImageVersionDto {
  const { python, node, libc, user } = version.probe;
  return {
    id: version.id,
    number: version.number,
    digest: version.digest,
    size: version.size,
    python: { version: python.version, issue: python.issue },
    node: { version: node.version, issue: node.issue },
    libc,
    user,
    probed_at: isoTime(version.pulledAt),
    used_at: isoTime(version.usedAt),
  };
}
