import { useEffect } from 'react';

const CHORD_MS = 1_000;
/** Begins what is two keys: the second one alone means something else. */
const PREFIX = 'g';
const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/**
 * Calls the action of a key, or of two after each other: `g r`. None acts in a field or over a dialog, except Escape, which leaves
 * the field. `of`: what a screen does with a key goes before what the frame around it does.
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
    // The event comes to the document first.
    const place = of === 'screen' ? document : window;
    const listener = (event: Event): void => {
      if (event instanceof KeyboardEvent) onKey(event);
    };
    place.addEventListener('keydown', listener);
    return () => place.removeEventListener('keydown', listener);
  }, [actions, of]);
}
