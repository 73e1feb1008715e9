import { useQuery } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  useNavigate,
  useParams,
} from '@tanstack/react-router';
import { useEffect } from 'react';
import { DASHBOARD_PATH } from './api/addresses.js';
import { meQuery } from './api/session.js';
import { LiveProject } from './live/live-project.js';
import { Empty } from './parts/empty.js';
import { Page } from './parts/page.js';
import { LoginScreen } from './screens/login/login-screen.js';
import { SignInForm } from './screens/login/sign-in-form.js';
import { NotFoundScreen } from './screens/not-found/not-found-screen.js';
import { runSearch } from './screens/run/run-search.js';
import { RunsScreen } from './screens/runs/runs-screen.js';
import { runsSearch } from './screens/runs/runs-search.js';
import { Shell } from './screens/shell/shell.js';
import { texts } from './texts/en.js';

const root = createRootRoute({ component: Outlet, notFoundComponent: () => <NotFoundScreen /> });

const login = createRoute({
  getParentRoute: () => root,
  path: 'login',
  component: LoginScreen,
  validateSearch: ({ to }: Record<string, unknown>): { to?: string } =>
    typeof to === 'string' && isOwnPath(to) ? { to } : {},
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: () => <Shell signIn={SignInForm} />,
});

const home = createRoute({ getParentRoute: () => signedIn, path: '/', component: Home });

const project = createRoute({
  getParentRoute: () => signedIn,
  path: 'p/$project',
  component: Project,
});

const runsOfProject = createRoute({
  getParentRoute: () => project,
  path: '/',
  beforeLoad: ({ params }) =>
    redirect({ to: '/p/$project/runs', params, replace: true, throw: true }),
});

const runs = createRoute({
  getParentRoute: () => project,
  path: 'runs',
  component: Runs,
  validateSearch: runsSearch,
});

const run = createRoute({
  getParentRoute: () => project,
  path: 'runs/$task',
  component: lazyRouteComponent(() => import('./screens/run/run-screen.js'), 'RunScreen'),
  validateSearch: runSearch,
});

const shortLink = createRoute({
  getParentRoute: () => signedIn,
  path: 'r/$task',
  component: lazyRouteComponent(
    () => import('./screens/run/short-link-screen.js'),
    'ShortLinkScreen',
  ),
});

function Home() {
  const first = useQuery(meQuery).data?.projects.at(-1);
  const slug = first?.slug;
  const navigate = useNavigate();
  useEffect(() => {
    if (slug !== undefined)
      void navigate({ to: '/p/$project/runs', params: { project: slug }, replace: true });
  }, [navigate, slug]);
  if (slug !== undefined) return null;
  return (
    <Page title={texts.noProjects.title}>
      <Empty title={texts.noProjects.title} about={texts.noProjects.about} />
    </Page>
  );
}

function Project() {
  const { project: named } = useParams({ from: '/signed-in/p/$project' });
  const { data } = useQuery(meQuery);
  const found = data?.projects.find(({ id, slug }) => slug === named || id === named);
  if (data === undefined) return null;
  if (found === undefined) return <NotFoundScreen about={texts.notFound.project(named)} />;
  return (
    <LiveProject projectId={found.id} sessionId={data.session?.id}>
      <Outlet />
    </LiveProject>
  );
}

function Runs() {
  const me = useQuery(meQuery).data;
  return me === undefined ? null : <RunsScreen me={me} />;
}

/** A path of the dashboard, and no address of another server. */
function isOwnPath(to: string): boolean {
  return to.startsWith(`${DASHBOARD_PATH}/`) && URL.canParse(to, location.origin);
}

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    signedIn.addChildren([home, shortLink, project.addChildren([runsOfProject, runs, run])]),
  ]),
  basepath: DASHBOARD_PATH,
  defaultPreload: false,
  scrollRestoration: false,
  // Parameters that no route knows are in no search.
  search: { strict: true },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
