const PAGE = 200;

/** Returns all items of a list that comes in pages by `limit` and `offset`. */
export async function allPages<T>(
  page: (query: { limit: number; offset: number }) => Promise<readonly T[]>,
): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const items = await page({ limit: PAGE, offset: all.length });
    all.push(...items);
    if (items.length < PAGE) return all;
  }
}
