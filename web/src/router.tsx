import { useQuery } from '@tanstack/react-query';
import { createRoute, createRouter, redirect, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { DASHBOARD_PATH } from './api/addresses.js';
import { meQuery } from './api/session.js';
import { Empty } from './parts/empty.js';
import { lazyRouteComponent } from './parts/lazy-screen.js';
import { Page } from './parts/page.js';
import { ScreenError } from './parts/screen-error.js';
import { project, root, signedIn } from './parent-routes.js';
import { settingsRoutes } from './settings-routes.js';
import { LoginScreen } from './screens/login/login-screen.js';
import { memoriesSearch } from './screens/memories/memories-search.js';
import { metaTaskSearch } from './screens/meta-task/meta-task-search.js';
import { metaTasksSearch } from './screens/meta-tasks/meta-tasks-search.js';
import { runSearch } from './screens/run/run-search.js';
import { filesSearch } from './screens/files/files-search.js';
import { searchSearch } from './screens/search/search-search.js';
import { againSearch } from './screens/again/again-search.js';
import { approvalsSearch } from './screens/approvals/approvals-search.js';
import { runsSearch } from './screens/runs/runs-search.js';
import { editorSearch, newEditorSearch } from './screens/editor/editor-search.js';
import { schedulesSearch } from './screens/schedule/schedules-search.js';
import { usersSearch } from './screens/installation/users-search.js';
import { usageSearch } from './screens/usage/usage-search.js';
import { schedulesListSearch } from './screens/schedules/schedules-search.js';
import { webhookSearch } from './screens/webhooks/webhooks-search.js';
import { texts } from './texts/en.js';

const login = createRoute({
  getParentRoute: () => root,
  path: 'login',
  component: LoginScreen,
  validateSearch: ({ to }: Record<string, unknown>): { to?: string } =>
    typeof to === 'string' && isOwnPath(to) ? { to } : {},
});

const home = createRoute({ getParentRoute: () => signedIn, path: '/', component: Home });

const now = createRoute({
  getParentRoute: () => project,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/now/now-screen.js'), 'NowScreen'),
});

const runs = createRoute({
  getParentRoute: () => project,
  path: 'runs',
  component: lazyRouteComponent(() => import('./screens/runs/runs-screen.js'), 'RunsScreen'),
  validateSearch: runsSearch,
});

const bulks = createRoute({
  getParentRoute: () => project,
  path: 'bulk',
  component: lazyRouteComponent(() => import('./screens/bulk/bulks-screen.js'), 'BulksScreen'),
});

const bulk = createRoute({
  getParentRoute: () => project,
  path: 'bulk/$bulk',
  component: lazyRouteComponent(() => import('./screens/bulk/bulk-screen.js'), 'BulkScreen'),
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

const approvals = createRoute({
  getParentRoute: () => project,
  path: 'approvals',
  component: lazyRouteComponent(
    () => import('./screens/approvals/approvals-screen.js'),
    'ApprovalsScreen',
  ),
  validateSearch: approvalsSearch,
});

const approval = createRoute({
  getParentRoute: () => project,
  path: 'approvals/$approval',
  component: lazyRouteComponent(
    () => import('./screens/approvals/approval-screen.js'),
    'ApprovalScreen',
  ),
});

const approvalLink = createRoute({
  getParentRoute: () => signedIn,
  path: 'a/$approval',
  component: lazyRouteComponent(
    () => import('./screens/approvals/approval-link-screen.js'),
    'ApprovalLinkScreen',
  ),
});

const again = createRoute({
  getParentRoute: () => project,
  path: 'runs/$task/again',
  component: lazyRouteComponent(() => import('./screens/again/again-screen.js'), 'AgainScreen'),
  validateSearch: againSearch,
});

const metaTasks = createRoute({
  getParentRoute: () => project,
  path: 'meta-tasks',
  component: lazyRouteComponent(
    () => import('./screens/meta-tasks/meta-tasks-screen.js'),
    'MetaTasksScreen',
  ),
  validateSearch: metaTasksSearch,
});

const metaTask = createRoute({
  getParentRoute: () => project,
  path: 'meta-tasks/$identifier',
  component: lazyRouteComponent(
    () => import('./screens/meta-task/meta-task-screen.js'),
    'MetaTaskScreen',
  ),
  validateSearch: metaTaskSearch,
});

const newMetaTask = createRoute({
  getParentRoute: () => project,
  path: 'meta-tasks/new',
  component: lazyRouteComponent(
    () => import('./screens/editor/new-editor-screen.js'),
    'NewEditorScreen',
  ),
  validateSearch: newEditorSearch,
});

const editMetaTask = createRoute({
  getParentRoute: () => project,
  path: 'meta-tasks/$identifier/edit',
  component: lazyRouteComponent(() => import('./screens/editor/editor-screen.js'), 'EditorScreen'),
  validateSearch: editorSearch,
});

const schedules = createRoute({
  getParentRoute: () => project,
  path: 'schedules',
  component: lazyRouteComponent(
    () => import('./screens/schedules/schedules-screen.js'),
    'SchedulesScreen',
  ),
  validateSearch: schedulesListSearch,
});

const newSchedule = createRoute({
  getParentRoute: () => project,
  path: 'schedules/new',
  component: lazyRouteComponent(
    () => import('./screens/schedule/new-schedule-screen.js'),
    'NewScheduleScreen',
  ),
  validateSearch: schedulesSearch,
});

const schedule = createRoute({
  getParentRoute: () => project,
  path: 'schedules/$schedule',
  component: lazyRouteComponent(
    () => import('./screens/schedule/schedule-screen.js'),
    'ScheduleScreen',
  ),
});

const workspaces = createRoute({
  getParentRoute: () => project,
  path: 'files',
  component: lazyRouteComponent(
    () => import('./screens/files/workspaces-screen.js'),
    'WorkspacesScreen',
  ),
});

const files = createRoute({
  getParentRoute: () => project,
  path: 'files/$ws/$',
  component: lazyRouteComponent(() => import('./screens/files/files-screen.js'), 'FilesScreen'),
  validateSearch: filesSearch,
});

const search = createRoute({
  getParentRoute: () => project,
  path: 'search',
  component: lazyRouteComponent(() => import('./screens/search/search-screen.js'), 'SearchScreen'),
  validateSearch: searchSearch,
});

const webhooks = createRoute({
  getParentRoute: () => project,
  path: 'webhooks',
  component: lazyRouteComponent(
    () => import('./screens/webhooks/webhooks-screen.js'),
    'WebhooksScreen',
  ),
});

const newWebhook = createRoute({
  getParentRoute: () => project,
  path: 'webhooks/new',
  component: lazyRouteComponent(
    () => import('./screens/webhooks/new-webhook-screen.js'),
    'NewWebhookScreen',
  ),
});

const webhook = createRoute({
  getParentRoute: () => project,
  path: 'webhooks/$webhook',
  component: lazyRouteComponent(
    () => import('./screens/webhooks/webhook-screen.js'),
    'WebhookScreen',
  ),
  validateSearch: webhookSearch,
});

const memories = createRoute({
  getParentRoute: () => project,
  path: 'memories',
  component: lazyRouteComponent(
    () => import('./screens/memories/memories-screen.js'),
    'MemoriesScreen',
  ),
  validateSearch: memoriesSearch,
});

const usage = createRoute({
  getParentRoute: () => project,
  path: 'usage',
  component: lazyRouteComponent(() => import('./screens/usage/usage-screen.js'), 'UsageScreen'),
  validateSearch: usageSearch,
});

const health = createRoute({
  getParentRoute: () => signedIn,
  path: 'health',
  component: lazyRouteComponent(() => import('./screens/health/health-screen.js'), 'HealthScreen'),
});

const projects = createRoute({
  getParentRoute: () => signedIn,
  path: 'projects',
  component: lazyRouteComponent(
    () => import('./screens/installation/projects-screen.js'),
    'ProjectsScreen',
  ),
});

const users = createRoute({
  getParentRoute: () => signedIn,
  path: 'users',
  component: lazyRouteComponent(
    () => import('./screens/installation/users-screen.js'),
    'UsersScreen',
  ),
  validateSearch: usersSearch,
});

const tokens = createRoute({
  getParentRoute: () => signedIn,
  path: 'account/tokens',
  component: lazyRouteComponent(() => import('./screens/account/tokens-screen.js'), 'TokensScreen'),
});

const sessions = createRoute({
  getParentRoute: () => signedIn,
  path: 'account/sessions',
  component: lazyRouteComponent(
    () => import('./screens/account/sessions-screen.js'),
    'SessionsScreen',
  ),
});

const preferences = createRoute({
  getParentRoute: () => signedIn,
  path: 'account/preferences',
  component: lazyRouteComponent(
    () => import('./screens/account/preferences-screen.js'),
    'PreferencesScreen',
  ),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: 'account',
  beforeLoad: () => redirect({ to: '/account/tokens', replace: true, throw: true }),
});

function Home() {
  const first = useQuery(meQuery).data?.projects.at(-1);
  const slug = first?.slug;
  const navigate = useNavigate();
  useEffect(() => {
    if (slug !== undefined)
      void navigate({ to: '/p/$project', params: { project: slug }, replace: true });
  }, [navigate, slug]);
  if (slug !== undefined) return null;
  return (
    <Page title={texts.noProjects.title}>
      <Empty title={texts.noProjects.title} about={texts.noProjects.about} />
    </Page>
  );
}

/** Returns whether a URL is a path of the dashboard rather than the URL of another server. */
function isOwnPath(to: string): boolean {
  return to.startsWith(`${DASHBOARD_PATH}/`) && URL.canParse(to, location.origin);
}

const routes = root.addChildren([
  login,
  signedIn.addChildren([
    home,
    health,
    projects,
    users,
    account,
    tokens,
    sessions,
    preferences,
    shortLink,
    approvalLink,
    project.addChildren([
      now,
      runs,
      run,
      bulks,
      bulk,
      again,
      approvals,
      approval,
      metaTasks,
      newMetaTask,
      metaTask,
      editMetaTask,
      schedules,
      newSchedule,
      schedule,
      workspaces,
      files,
      search,
      webhooks,
      newWebhook,
      webhook,
      memories,
      usage,
      ...settingsRoutes,
    ]),
  ]),
]);

export function newRouter() {
  return createRouter({
    routeTree: routes,
    basepath: DASHBOARD_PATH,
    defaultPreload: false,
    defaultErrorComponent: ScreenError,
    scrollRestoration: false,
    // Unknown parameters are dropped instead of being passed on to every route.
    search: { strict: true },
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}
