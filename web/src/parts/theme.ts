const KEY = 'metarun-theme';
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Returns the theme that is stored in this browser. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Stores a theme and applies it. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  applyTheme();
}

/** Applies the stored theme. */
export function applyTheme(): void {
  const theme = storedTheme();
  document.documentElement.style.colorScheme = theme === 'system' ? 'light dark' : theme;
}
