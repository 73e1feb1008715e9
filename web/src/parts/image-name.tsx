import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { imagesQuery } from '../api/images.js';
import { texts } from '../texts/en/images.js';
import { useProject } from './use-project.js';

/** Characters of a digest that are shown. */
const SHORT = 'sha256:'.length + 12;

/** The image of a version of a meta-task, at the digest that it keeps. */
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
