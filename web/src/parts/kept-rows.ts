interface Pages<Page> {
  pages: readonly Page[];
}

/**
 * Returns the rows to show while a list is loading with another filter: the previous ones. An empty list is not kept,
 * since it would claim that there are no matches before that is known.
 */
export function keptRows<Page, Rows extends Pages<Page>>(
  before: (Rows & Pages<Page>) | undefined,
  rowsOf: (page: Page) => readonly unknown[],
): Rows | undefined {
  return before?.pages.some((page) => rowsOf(page).length > 0) ? before : undefined;
}
