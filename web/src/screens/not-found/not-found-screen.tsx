import { Link } from '@tanstack/react-router';
import { Empty } from '../../parts/empty.js';
import { Page } from '../../parts/page.js';
import { texts } from '../../texts/en.js';

/** Screen for an address that does not exist. */
export function NotFoundScreen({ about = texts.notFound.about }: { about?: string }) {
  return (
    <Page title={texts.notFound.title}>
      <Empty title={texts.notFound.title} about={about}>
        <Link to="/">{texts.notFound.home}</Link>
      </Empty>
    </Page>
  );
}
