import { type ReactNode, useEffect, useId, useRef } from 'react';
import { texts } from '../texts/en.js';

/** A dialog over the page. The browser keeps the focus in it, and gives it back. Without `onClose` it stays. */
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
