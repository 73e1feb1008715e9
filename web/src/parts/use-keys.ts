import { useEffect } from 'react';

const CHORD_MS = 1_000;
/** First key of a two-key shortcut; the second key alone has a different meaning. */
const PREFIX = 'g';
const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/**
 * Calls the action of a key, or of two keys in sequence, such as `g r`. Shortcuts are disabled in fields and under
 * dialogs, except for Escape, which leaves a field. `of` gives the shortcuts of a screen priority over those of the
 * frame around it.
 */
export function useKeys(
  actions: Readonly<Record<string, () => void>>,
  of: 'screen' | 'frame' = 'screen',
): void {
  useEffect(() => {
    let before = '';
    let at = 0;
    const onKey = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (event.defaultPrevented || !(target instanceof Element)) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('dialog[open], :popover-open')) return;
      if (target.closest(FIELDS)) {
        if (key === 'Escape' && target instanceof HTMLElement) target.blur();
        return;
      }
      const follows = before === PREFIX && event.timeStamp - at < CHORD_MS;
      const action = actions[follows ? `${before} ${key}` : key];
      before = key;
      at = event.timeStamp;
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    // The event reaches the document before the window.
    const place = of === 'screen' ? document : window;
    const listener = (event: Event): void => {
      if (event instanceof KeyboardEvent) onKey(event);
    };
    place.addEventListener('keydown', listener);
    return () => place.removeEventListener('keydown', listener);
  }, [actions, of]);
}
