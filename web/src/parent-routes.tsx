import { useQuery } from '@tanstack/react-query';
import { createRootRoute, createRoute, Outlet, useParams } from '@tanstack/react-router';
import { meQuery } from './api/session.js';
import { ApprovalsLive } from './live/approvals-live.js';
import { LiveProject } from './live/live-project.js';
import { SignInForm } from './screens/login/sign-in-form.js';
import { NotFoundScreen } from './screens/not-found/not-found-screen.js';
import { Shell } from './screens/shell/shell.js';
import { texts } from './texts/en.js';

export const root = createRootRoute({
  component: Outlet,
  notFoundComponent: () => <NotFoundScreen />,
});

export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: () => <Shell signIn={SignInForm} />,
});

export const project = createRoute({
  getParentRoute: () => signedIn,
  path: 'p/$project',
  component: Project,
});

function Project() {
  const { project: named } = useParams({ from: '/signed-in/p/$project' });
  const { data } = useQuery(meQuery);
  const found = data?.projects.find(({ id, slug }) => slug === named || id === named);
  if (data === undefined) return null;
  if (found === undefined) return <NotFoundScreen about={texts.notFound.project(named)} />;
  return (
    <LiveProject projectId={found.id} sessionId={data.session?.id} version={data.version}>
      <ApprovalsLive projectId={found.id} />
      <Outlet />
    </LiveProject>
  );
}
