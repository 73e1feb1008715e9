import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { DASHBOARD_PATH } from '../../api/addresses.js';
import { requestErrorOf } from '../../api/request-error.js';
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

/** The frame of all screens of a user who is signed in. `signIn`: the form for a session that has ended meanwhile. */
export function Shell({
  signIn: SignIn,
}: {
  signIn: (props: { onDone: () => void }) => React.ReactNode;
}) {
  const client = useQueryClient();
  const me = useQuery(meQuery);
  const isSignedOut = me.error !== null && requestErrorOf(me.error).isSignedOut;
  if (me.data === undefined) {
    if (isSignedOut) return <ToLogin />;
    // It is asked again meanwhile, after pauses.
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

/** Leads to the login, and from there back to the address at which it first was: that of the page changes on the way. */
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
      'g b': () => void navigate({ to: '/p/$project/bulk', params }),
      'g e': () => void navigate({ to: '/p/$project/settings', params }),
    };
  }, [navigate, project]);
  // A screen may have another meaning for some of them.
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

/** Ctrl+K finds from everywhere, from a field too, but not over a dialog. */
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

/** Returns whether the rest of the bar is shown on a narrow window; going elsewhere closes it. */
function useMoreOfThisPlace(): [boolean, (open: boolean) => void] {
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  return [openAt === pathname, (open) => setOpenAt(open ? pathname : null)];
}

/** A link to a part of the page would be relative to the base of the document. */
function focusContent(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/** All keys that do something. */
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

/** Says that the server was upgraded since this page was loaded. It never reloads by itself: what is typed would be lost. */
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
