import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Fault, faultOf } from '../../api/fault.js';
import { meQuery, signIn } from '../../api/session.js';
import { CodeText } from '../../parts/code-text.js';
import { FaultNote } from '../../parts/fault-note.js';
import { texts } from '../../texts/en.js';

/** Signs in by a token. The field is a password's, so that the browser may keep it and does not show it. */
export function SignInForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get('token') ?? '').trim();
    setBusy(true);
    setFault(null);
    try {
      await signIn({ token });
      await client.fetchQuery({ ...meQuery, staleTime: 0 }).catch(keptNoCookie);
      onDone();
    } catch (error) {
      setFault(faultOf(error));
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
      {fault !== null && <FaultNote error={fault} />}
      <button className="primary" type="submit" disabled={busy}>
        {busy ? texts.signIn.busy : texts.signIn.submit}
      </button>
    </form>
  );
}

/** The answer was right, and the next request comes without its cookie. */
export function keptNoCookie(error: unknown): never {
  const fault = faultOf(error);
  if (!fault.isSignedOut) throw fault;
  throw new Fault(texts.signIn.noCookie, fault.status, fault.code, fault.requestId);
}
