/** Stores a value until this tab is closed; null removes it. A browser whose storage is full or blocked keeps none. */
export function keepInTab(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The value lasts only as long as the page.
  }
}

/** Returns the value that this tab has stored under a key, or null. */
export function readFromTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
