import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Role } from '../../api/types.js';
import { Page } from '../../parts/page.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/settings.js';

/**
 * Frame of the settings screens, with tabs that lead to each of them. `needs` is the role required to see the content.
 */
export function SettingsPage({ needs, children }: { needs: Role; children: ReactNode }) {
  const { project, is } = useProject();
  const params = { project: project.slug };
  return (
    <Page title={texts.title}>
      <nav className="tabs" aria-label={texts.parts}>
        <Link to="/p/$project/settings/general" params={params}>
          {texts.tabs.general}
        </Link>
        <Link to="/p/$project/settings/members" params={params}>
          {texts.tabs.members}
        </Link>
        <Link to="/p/$project/settings/keys" params={params}>
          {texts.tabs.keys}
        </Link>
        <Link to="/p/$project/settings/secrets" params={params}>
          {texts.tabs.secrets}
        </Link>
        <Link to="/p/$project/settings/models" params={params}>
          {texts.tabs.models}
        </Link>
        <Link to="/p/$project/settings/agents" params={params}>
          {texts.tabs.agents}
        </Link>
        <Link to="/p/$project/settings/mcp-servers" params={params}>
          {texts.tabs.mcpServers}
        </Link>
        <Link to="/p/$project/settings/images" params={params}>
          {texts.tabs.images}
        </Link>
        <Link to="/p/$project/settings/workspaces" params={params}>
          {texts.tabs.workspaces}
        </Link>
        <Link to="/p/$project/settings/retention" params={params}>
          {texts.tabs.retention}
        </Link>
        <Link to="/p/$project/settings/audit" params={params}>
          {texts.tabs.audit}
        </Link>
      </nav>
      {is(needs) ? (
        <div className="column settings">{children}</div>
      ) : (
        <p className="note">{texts.mayNot(needs)}</p>
      )}
    </Page>
  );
}
