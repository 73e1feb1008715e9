import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { RequestError, toRequestError } from '../../api/request-error.js';
import { askWho, signIn } from '../../api/session.js';
import { CodeText } from '../../parts/code-text.js';
import { ErrorNote } from '../../parts/error-note.js';
import { texts } from '../../texts/en.js';

/** Form that signs in with a token. The password field hides the token and lets the browser save it. */
export function SignInForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<RequestError | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get('token');
    const token = typeof given === 'string' ? given.trim() : '';
    setBusy(true);
    setProblem(null);
    try {
      await signIn({ token });
      await askWho(client).catch(keptNoCookie);
      onDone();
    } catch (error) {
      setProblem(toRequestError(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="sign-in" onSubmit={(event) => void submit(event)}>
      <label htmlFor="token">{texts.signIn.token}</label>
      <input
        id="token"
        name="token"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
        aria-describedby="token-hint"
      />
      <p id="token-hint" className="quiet">
        <CodeText>{texts.signIn.hint}</CodeText>
      </p>
      {problem !== null && <ErrorNote error={problem} />}
      <button className="primary" type="submit" disabled={busy}>
        {busy ? texts.signIn.busy : texts.signIn.submit}
      </button>
    </form>
  );
}

/** Reports a browser that rejects cookies: the sign-in succeeded, but the next request was sent without the cookie. */
export function keptNoCookie(error: unknown): never {
  const problem = toRequestError(error);
  if (!problem.isSignedOut) throw problem;
  throw new RequestError(texts.signIn.noCookie, problem.status, problem.code, problem.requestId);
}
