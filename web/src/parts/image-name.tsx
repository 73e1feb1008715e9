import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { imagesQuery } from '../api/images.js';
import { texts } from '../texts/en/images.js';
import { useProject } from './use-project.js';

/** Number of characters of a digest that are shown. */
const SHORT = 'sha256:'.length + 12;

/** Image of a meta-task version, with the digest that the version is pinned to. */
export function ImageName({ id, digest }: { id: string; digest: string | null }) {
  const { project } = useProject();
  const images = useQuery(imagesQuery(project.id)).data;
  const found = images?.find((image) => image.id === id);
  return (
    <>
      {found === undefined ? (
        images !== undefined && texts.unknownImage
      ) : (
        <Link to="/p/$project/settings/images/$image" params={{ project: project.slug, image: id }}>
          {found.name}
        </Link>
      )}{' '}
      <code className="quiet">{digest?.slice(0, SHORT)}</code>
    </>
  );
}
