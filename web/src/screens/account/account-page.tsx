import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../parts/page.js';
import { texts } from '../../texts/en/account.js';

/** Frame of the account screens, with tabs that lead to each of them. */
export function AccountPage({ children }: { children: ReactNode }) {
  return (
    <Page title={texts.title}>
      <nav className="tabs" aria-label={texts.parts}>
        <Link to="/account/tokens">{texts.tabs.tokens}</Link>
        <Link to="/account/sessions">{texts.tabs.sessions}</Link>
        <Link to="/account/preferences">{texts.tabs.preferences}</Link>
      </nav>
      <div className="column settings">{children}</div>
    </Page>
  );
}
