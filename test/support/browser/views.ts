/** The ways to look at a page: the colours that the browser prefers, and its width in pixels. */
export const VIEWS = [
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const;
