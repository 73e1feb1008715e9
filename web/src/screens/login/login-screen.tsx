import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { DASHBOARD_PATH } from '../../api/addresses.js';
import { type RequestError, toRequestError } from '../../api/request-error.js';
import { askWho, signIn } from '../../api/session.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Page } from '../../parts/page.js';
import { texts } from '../../texts/en.js';
import { keptNoCookie, SignInForm } from './sign-in-form.js';

/** One-time code from the address, read and removed from it when the page loads, so that no other code sees it. */
let code = takeCode();

function takeCode(): string | null {
  const found = new URLSearchParams(location.hash.slice(1)).get('code');
  if (found !== null) history.replaceState(null, '', location.pathname + location.search);
  return found;
}

/** Signs in with the one-time code of the link, or with a token. */
export function LoginScreen() {
  const client = useQueryClient();
  const router = useRouter();
  const { to } = useSearch({ from: '/login' });
  const [problem, setProblem] = useState<RequestError | null>(null);
  const [pending, setPending] = useState(code !== null);
  const done = (): void => router.history.replace(to ?? `${DASHBOARD_PATH}/`);
  useEffect(() => {
    if (code === null) return;
    const once = code;
    code = null;
    signIn({ code: once })
      .then(() => askWho(client).catch(keptNoCookie))
      .then(done)
      .catch((error: unknown) => {
        setProblem(toRequestError(error));
        setPending(false);
      });
  });
  return (
    <div className="login">
      <Page title={texts.signIn.title}>
        {problem !== null && <ErrorNote error={problem} />}
        {pending ? <p>{texts.signIn.busy}</p> : <SignInForm onDone={done} />}
      </Page>
    </div>
  );
}
