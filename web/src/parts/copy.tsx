import { type ReactNode, useEffect, useRef, useState } from 'react';
import { partTexts } from '../texts/en/parts.js';

const SAID_MS = 2_000;

/** Copies a text to the clipboard. Returns false if the browser offers no clipboard, as on plain HTTP. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * A button that copies a text. If the browser offers no clipboard, the text is shown and selected instead. `className`
 * applies to the button.
 */
export function Copy({
  text,
  label,
  className = 'plain',
  children,
}: {
  text: string | (() => string);
  /** Accessible label, which must begin with the visible text of the button. */
  label?: string | undefined;
  className?: string;
  children?: ReactNode;
}) {
  const [said, setSaid] = useState<'copied' | 'select' | null>(null);
  const whole = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (said === 'select') whole.current?.select();
    if (said !== 'copied') return;
    const timer = setTimeout(() => setSaid(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const value = (): string => (typeof text === 'string' ? text : text());
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        title={label}
        onClick={() => void copyText(value()).then((done) => setSaid(done ? 'copied' : 'select'))}
      >
        {children ?? partTexts.copy}
      </button>
      <span className="said" role="status">
        {said === 'copied' && partTexts.copied}
        {said === 'select' && partTexts.selected}
      </span>
      {said === 'select' && (
        <textarea
          ref={whole}
          className="to-copy"
          readOnly
          aria-label={label ?? partTexts.copy}
          value={value()}
          rows={2}
          onBlur={() => setSaid(null)}
        />
      )}
    </>
  );
}
