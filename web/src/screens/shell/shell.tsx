import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { DASHBOARD_PATH } from '../../api/addresses.js';
import { toRequestError } from '../../api/request-error.js';
import { meQuery } from '../../api/session.js';
import type { Me } from '../../api/types.js';
import { Dialog } from '../../parts/dialog.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Page } from '../../parts/page.js';
import { useKeys } from '../../parts/use-keys.js';
import { useProjectIfAny } from '../../parts/use-project.js';
import { texts } from '../../texts/en.js';
import { findTexts } from '../../texts/en/find.js';
import { AccountMenu } from './account-menu.js';
import { Navigation } from './navigation.js';

const FindDialog = lazy(async () => ({ default: (await import('./find-dialog.js')).FindDialog }));

/** Frame of all screens of a signed-in user. `signIn` is the form shown when the session has expired. */
export function Shell({
  signIn: SignIn,
}: {
  signIn: (props: { onDone: () => void }) => React.ReactNode;
}) {
  const client = useQueryClient();
  const me = useQuery(meQuery);
  const isSignedOut = me.error !== null && toRequestError(me.error).isSignedOut;
  if (me.data === undefined) {
    if (isSignedOut) return <ToLogin />;
    // The query is also retried automatically, after pauses.
    const askNow = (): void => void client.cancelQueries(meQuery).then(() => me.refetch());
    return (
      <Page title={texts.product}>
        {me.failureReason && <ErrorNote error={me.failureReason} onRetry={askNow} />}
      </Page>
    );
  }
  return (
    <>
      <Frame me={me.data} />
      {isSignedOut && (
        <Dialog title={texts.signIn.title}>
          <p>{texts.signIn.ended}</p>
          <SignIn onDone={() => void me.refetch()} />
        </Dialog>
      )}
    </>
  );
}

/**
 * Redirects to the login, with the first address as the return address, since the address changes during the redirect.
 */
function ToLogin() {
  const { href } = useLocation();
  const [to] = useState(DASHBOARD_PATH + href);
  const navigate = useNavigate();
  useEffect(() => void navigate({ to: '/login', search: { to }, replace: true }), [navigate, to]);
  return null;
}

function Frame({ me }: { me: Me }) {
  const navigate = useNavigate();
  const { project = me.projects.at(-1)?.slug ?? '' } = useParams({ strict: false });
  const current = useProjectIfAny()?.project;
  const projectId = current?.id;
  const [help, setHelp] = useState(false);
  const [finds, setFinds] = useState(false);
  const [more, setMore] = useMoreOfThisPlace();
  const keys = useMemo(() => {
    const params = { project };
    return {
      '?': () => setHelp(true),
      '/': () => setFinds(true),
      'g n': () => void navigate({ to: '/p/$project', params }),
      'g r': () => void navigate({ to: '/p/$project/runs', params }),
      'g a': () => void navigate({ to: '/p/$project/approvals', params }),
      'g m': () => void navigate({ to: '/p/$project/meta-tasks', params }),
      'g s': () => void navigate({ to: '/p/$project/schedules', params }),
      'g f': () => void navigate({ to: '/p/$project/files', params }),
      'g w': () => void navigate({ to: '/p/$project/webhooks', params }),
      'g o': () => void navigate({ to: '/p/$project/memories', params }),
      'g u': () => void navigate({ to: '/p/$project/usage', params }),
      'g b': () => void navigate({ to: '/p/$project/bulk', params }),
      'g e': () => void navigate({ to: '/p/$project/settings', params }),
    };
  }, [navigate, project]);
  // Screens can override these keys.
  useKeys(keys, 'frame');
  useFindChord(() => setFinds(true));
  return (
    <div className="shell">
      <a className="skip" href="#content" onClick={focusContent}>
        {texts.skipToContent}
      </a>
      <header className={more ? 'bar bar-open' : 'bar'}>
        <Link className="product" to="/">
          {texts.product}
        </Link>
        {current && (
          <button
            type="button"
            className="find-button nav-more"
            aria-keyshortcuts="/ Control+K"
            onClick={() => setFinds(true)}
          >
            {findTexts.button} <kbd>/</kbd>
          </button>
        )}
        <Navigation project={project} {...(projectId !== undefined && { projectId })} />
        <button
          className="more-button"
          type="button"
          aria-expanded={more}
          onClick={() => setMore(!more)}
        >
          {texts.more}
        </button>
        <div className="bar-foot">
          <AccountMenu me={me} project={project} onHelp={() => setHelp(true)} />
        </div>
      </header>
      <div className="content">
        <Outlet />
        <VersionNote version={me.version} />
      </div>
      {help && <KeyboardHelp onClose={() => setHelp(false)} />}
      {finds && current && (
        <Suspense>
          <FindDialog project={current} onClose={() => setFinds(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Opens the search with Ctrl+K or Cmd+K, even from a field, unless a dialog is open. */
function useFindChord(find: () => void): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k')
        return;
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      find();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

/**
 * Returns whether the navigation is expanded in a narrow window, and a function to change it. Navigating collapses it.
 */
function useMoreOfThisPlace(): [boolean, (open: boolean) => void] {
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  return [openAt === pathname, (open) => setOpenAt(open ? pathname : null)];
}

/** Focuses the content in code, because a fragment link would be resolved against the base of the document. */
function focusContent(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/** List of the keyboard shortcuts. */
function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={texts.help.title} onClose={onClose}>
      <dl className="keys">
        {texts.help.keys.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/**
 * Note that the server has been upgraded since the page was loaded. The page is never reloaded automatically, since
 * unsaved input would be lost.
 */
function VersionNote({ version }: { version: string }) {
  const [loaded] = useState(version);
  if (version === loaded) return null;
  return (
    <p className="version-note" role="status">
      {texts.newerServer(version)}{' '}
      <button type="button" onClick={() => location.reload()}>
        {texts.reload}
      </button>
    </p>
  );
}
