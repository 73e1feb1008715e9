import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

export interface MenuItem {
  label: string;
  /** Keyboard shortcut of the same action. */
  shortcut?: string;
  danger?: boolean;
  onSelect: () => void;
}

/** A button that opens a menu of actions. */
export function Menu({ label, items }: { label: ReactNode; items: readonly MenuItem[] }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const place = (): void => {
    const { bottom = 0, right = 0 } = button.current?.getBoundingClientRect() ?? {};
    if (!list.current) return;
    list.current.style.insetBlockStart = `${bottom + 4}px`;
    list.current.style.insetInlineEnd = `${Math.max(8, document.documentElement.clientWidth - right)}px`;
  };
  const entries = (): HTMLElement[] => [
    ...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
  ];
  const onKey = (event: KeyboardEvent): void => {
    const all = entries();
    const at = all.findIndex((entry) => entry === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all[(to + all.length) % all.length]?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        popoverTarget={id}
        className="menu-button"
      >
        {label}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        className="menu"
        onKeyDown={onKey}
        onBeforeToggle={({ newState }) => newState === 'open' && place()}
        onToggle={({ newState }) => newState === 'open' && entries()[0]?.focus()}
      >
        {items.map(({ label: text, shortcut, danger, onSelect }) => (
          <button
            key={text}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={danger ? 'danger' : undefined}
            onClick={() => {
              list.current?.hidePopover();
              onSelect();
            }}
          >
            {text}
            {shortcut !== undefined && <kbd>{shortcut}</kbd>}
          </button>
        ))}
      </div>
    </>
  );
}
