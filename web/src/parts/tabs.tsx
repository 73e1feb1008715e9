import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

export interface Tab<Name extends string> {
  name: Name;
  label: string;
  /** Content next to the label, such as a count. */
  count?: ReactNode;
}

/** Tabs, of which one panel is shown. Arrow keys move between them. The URL contains the current tab. */
export function Tabs<Name extends string>({
  label,
  tabs,
  shown,
  onShow,
  children,
}: {
  label: string;
  tabs: readonly Tab<Name>[];
  shown: Name;
  onShow: (name: Name) => void;
  children: ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ name }) => name === shown);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (tab === undefined) return;
    onShow(tab.name);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <>
      <div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={onKey}>
        {tabs.map(({ name, label: text, count }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === shown}
            aria-controls={name === shown ? `${id}-panel` : undefined}
            tabIndex={name === shown ? 0 : -1}
            onClick={() => onShow(name)}
          >
            {text}
            {count !== undefined && <span className="count"> {count}</span>}
          </button>
        ))}
      </div>
      <div
        className="tab-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${shown}`}
      >
        {children}
      </div>
    </>
  );
}
