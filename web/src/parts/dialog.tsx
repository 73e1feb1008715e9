import { type ReactNode, useEffect, useId, useRef } from 'react';
import { texts } from '../texts/en.js';

/**
 * A modal dialog. The browser traps the focus in it and restores it afterwards. Without `onClose`, it cannot be closed.
 */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose?: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        if (onClose === undefined) event.preventDefault();
      }}
      onClose={onClose}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        {onClose && (
          <button type="button" onClick={() => dialog.current?.close()}>
            {texts.close}
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}
