import { useState } from 'react';
import { texts } from '../texts/en/values.js';
import { Dialog } from './dialog.js';
import { ErrorNote } from './error-note.js';

/** A button that asks for confirmation of an action that cannot be undone. */
export function ConfirmButton({
  label,
  title,
  about,
  action,
  small = true,
}: {
  label: string;
  /** Action and object. */
  title: string;
  about: string;
  action: () => Promise<void>;
  small?: boolean;
}) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const act = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await action();
      setOpen(false);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button
        type="button"
        className={small ? 'small danger' : 'danger'}
        aria-label={title}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      {open && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <div className="column">
            <p>{about}</p>
            {error !== null && <ErrorNote error={error} />}
            <div className="buttons">
              <button type="button" className="danger" disabled={busy} onClick={() => void act()}>
                {label}
              </button>
              <button type="button" onClick={() => setOpen(false)}>
                {texts.keep}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
