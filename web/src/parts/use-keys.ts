import { useEffect } from 'react';

const CHORD_MS = 1_000;
/** Begins what is two keys: the second one alone means something else. */
const PREFIX = 'g';
const FIELDS = 'input, textarea, select, [contenteditable]';

/**
 * Calls the action of a key, or of two after each other: `g r`. None acts in a field or over a dialog, except Escape, which leaves
 * the field.
 */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    let before = '';
    let at = 0;
    const onKey = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
      if (target.closest(FIELDS)) {
        if (key === 'Escape' && target instanceof HTMLElement) target.blur();
        return;
      }
      if (target.closest('dialog') || document.querySelector(':popover-open')) return;
      const follows = before === PREFIX && event.timeStamp - at < CHORD_MS;
      const action = actions[follows ? `${before} ${key}` : key];
      before = key;
      at = event.timeStamp;
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [actions]);
}
