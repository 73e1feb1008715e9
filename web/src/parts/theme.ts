const KEY = 'metarun-theme';
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Returns the theme that was chosen in this browser. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Shows a theme from now on. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  applyTheme();
}

/** Shows the theme that was chosen. */
export function applyTheme(): void {
  const theme = storedTheme();
  document.documentElement.style.colorScheme = theme === 'system' ? 'light dark' : theme;
}
