interface Pages<Page> {
  pages: readonly Page[];
}

/**
 * Returns what a list shows while it is read by another filter: the rows that it had. One that had none would say that there are none
 * before that is known.
 */
export function keptRows<Page, Rows extends Pages<Page>>(
  before: (Rows & Pages<Page>) | undefined,
  rowsOf: (page: Page) => readonly unknown[],
): Rows | undefined {
  return before?.pages.some((page) => rowsOf(page).length > 0) ? before : undefined;
}
