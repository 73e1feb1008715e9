import { useEffect, useRef, useState } from 'react';
import type { MarkdownPlace } from './markdown.js';
import { visibleText } from './visible-text.js';

/**
 * Rendered Markdown, whose headings are nested below `level`. Plain text is shown until the renderer is loaded, or if
 * it cannot be loaded. `place` resolves links to files. `onShown` receives the rendered elements.
 */
export function MarkdownView({
  children: text,
  level,
  place: at,
  onShown,
}: {
  children: string;
  level: number;
  place?: MarkdownPlace;
  onShown?: (elements: HTMLElement) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    const show = async (): Promise<void> => {
      const { markdownElements } = await import('./markdown.js');
      if (!current || place.current === null) return;
      place.current.replaceChildren(markdownElements(visibleText(text), level, at));
      setShown(text);
    };
    show().catch(() => undefined);
    return () => {
      current = false;
    };
  }, [text, level, at]);
  useEffect(() => {
    if (shown === text && place.current !== null) onShown?.(place.current);
  }, [shown, text, onShown]);
  return (
    <>
      {shown !== text && (
        <p className="lines" dir="auto">
          {visibleText(text)}
        </p>
      )}
      <div ref={place} className="markdown" dir="auto" hidden={shown !== text} />
    </>
  );
}
