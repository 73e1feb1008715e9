import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { ImageDetail, ImageVersion } from '../../api/types.js';
import { Fact } from '../../parts/fact.js';
import { metaTaskPlace } from '../../parts/places.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { bytes } from '../../texts/en/format.js';
import { texts } from '../../texts/en/images.js';

const { facts } = texts;

export function ImageFacts({ image }: { image: ImageDetail }) {
  const { version, platform, auth_secret: secret } = image;
  return (
    <dl className="facts-list" aria-label={facts.label}>
      <Fact name={facts.reference}>
        <code>{visibleText(image.reference)}</code>
      </Fact>
      {platform !== null && <Fact name={facts.platform}>{platform}</Fact>}
      {secret !== null && <Fact name={facts.secret}>{secret}</Fact>}
      {version !== null && (
        <>
          <Fact name={facts.python}>{interpreter(version.python, (number) => number)}</Fact>
          <Fact name={facts.node}>{interpreter(version.node, texts.node)}</Fact>
          {version.libc !== null && <Fact name={facts.libc}>{visibleText(version.libc)}</Fact>}
          <Fact name={facts.size}>{bytes(version.size)}</Fact>
        </>
      )}
      <Fact name={facts.by}>
        {visibleText(image.updated_by)}, <When time={image.updated_at} />
      </Fact>
      <Fact name={facts.metaTasks}>
        <MetaTasks identifiers={image.meta_tasks} />
      </Fact>
    </dl>
  );
}

function interpreter(
  { version, issue }: ImageVersion['python'],
  named: (version: string) => string,
): string {
  return visibleText(issue ?? texts.can(named(version ?? '')));
}

function MetaTasks({ identifiers }: { identifiers: readonly string[] }) {
  const { project } = useProject();
  if (identifiers.length === 0) return texts.noMetaTasks;
  return identifiers.map((identifier, at) => (
    <Fragment key={identifier}>
      {at > 0 && ', '}
      <Link to={metaTaskPlace(project.slug, identifier)}>{identifier}</Link>
    </Fragment>
  ));
}
