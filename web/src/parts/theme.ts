import { readStored, writeStored } from './browser-storage.js';

const KEY = 'metarun-theme';
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Returns the theme that is stored in this browser. */
export function storedTheme(): Theme {
  const stored = readStored(KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Stores a theme and applies it. */
export function chooseTheme(theme: Theme): void {
  writeStored(KEY, theme === 'system' ? null : theme);
  applyTheme(theme);
}

/** Applies a theme, by default the stored one. */
export function applyTheme(theme = storedTheme()): void {
  document.documentElement.style.colorScheme = theme === 'system' ? 'light dark' : theme;
}
