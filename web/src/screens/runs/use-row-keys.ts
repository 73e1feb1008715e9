import { useEffect, useMemo, useRef, useState } from 'react';
import { useKeys } from '../../parts/use-keys.js';

/** Keys that act on the row that has or last had the focus. */
export const ROW_KEYS = ['x', 'r', 'e', 'l', 't', '.'] as const;
export type RowKey = (typeof ROW_KEYS)[number];

const ARROWS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Keyboard navigation in the list. `j`, `k` and the arrow keys move the focus between rows, and `o` opens a run in a
 * new tab. `onExtend` is called for an arrow key with Shift, `onKey` for the keys that act on a row.
 */
export function useRowKeys(
  count: number,
  body: { current: HTMLElement | null },
  does: {
    show: (index: number) => void;
    onExtend: (from: number, to: number) => void;
    onKey: (key: RowKey, index: number) => void;
  },
): void {
  const at = useRef(-1);
  const [wanted, setWanted] = useState<{ index: number } | null>(null);
  const current = useRef(does);
  useEffect(() => {
    current.current = does;
  });
  const go = useMemo(
    () => (by: number) => {
      const from = at.current;
      at.current = Math.max(0, Math.min(count - 1, from + by));
      setWanted({ index: at.current });
      return [from, at.current] as const;
    },
    [count],
  );
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      const row = target instanceof Element ? target.closest('[data-index]') : null;
      if (row) at.current = Number(row.getAttribute('data-index'));
    };
    const onArrow = (event: KeyboardEvent): void => {
      const by = ARROWS[event.key];
      if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const [from, to] = go(by);
      if (event.shiftKey) current.current.onExtend(Math.max(0, from), to);
    };
    const element = body.current;
    element?.addEventListener('focusin', onFocus);
    element?.addEventListener('keydown', onArrow);
    return () => {
      element?.removeEventListener('focusin', onFocus);
      element?.removeEventListener('keydown', onArrow);
    };
  }, [body, go]);
  useEffect(() => {
    if (wanted === null) return;
    current.current.show(wanted.index);
    // The row may not be rendered before the next frame.
    const frame = requestAnimationFrame(() =>
      body.current
        ?.querySelector<HTMLElement>(`[data-index="${wanted.index}"] :is(a, button)`)
        ?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
  }, [body, wanted]);
  useKeys(
    useMemo(() => {
      const keys: Record<string, () => void> = {
        j: () => void go(1),
        k: () => void go(-1),
        o: () => {
          const { activeElement: element } = document;
          const link = element?.closest('[data-index]')?.querySelector('a');
          if (link) window.open(link.href, '_blank', 'noopener');
        },
      };
      for (const key of ROW_KEYS)
        keys[key] = () => {
          if (at.current >= 0 && at.current < count) current.current.onKey(key, at.current);
        };
      return keys;
    }, [count, go]),
  );
}
