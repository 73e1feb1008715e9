import { measureHeap } from './ui-page.mjs';

/** Number of rows in a page of the list. */
const PAGE = 50;
/** Number of pages at the start and at the end of the scroll whose times are reported separately. */
const TOLD = 5;
const RUNS = '/ui/p/default/runs?fold=false';
const MEMORIES = '/ui/p/default/memories';

/** Scrolls through pages of the list as fast as they load. Notes the frames per second and the time per page. */
export async function measureScroll(page, pages, note) {
  await page.goto(RUNS);
  await page.locator('tbody tr[data-index]').first().waitFor();
  const { fps, times } = await page.evaluate(scrollThrough, [pages, PAGE]);
  const computeMean = (part) => part.reduce((sum, ms) => sum + ms, 0) / part.length;
  note(`list, ${pages} pages scrolled, fps`, fps);
  note('list, a page at the start of them, ms', computeMean(times.slice(0, TOLD)));
  note('list, a page at the end of them, ms', computeMean(times.slice(-TOLD)));
}

/** Runs in the page. Returns the frames per second, and the time between consecutive pages in ms. */
async function scrollThrough([pages, size]) {
  const place = document.scrollingElement;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const began = performance.now();
  const times = [];
  let last = began;
  let frames = 0;
  for (let read = 1; read < pages; frames += 1) {
    if (performance.now() - began > 120_000) throw new Error(`only ${read} pages were read`);
    place.scrollTop += 600;
    await frame();
    const rows = [...document.querySelectorAll('tbody tr[data-index]')];
    const shown = Math.max(...rows.map((row) => Number(row.getAttribute('data-index')))) + 1;
    while (read < pages && shown > read * size) {
      const now = performance.now();
      times.push(now - last);
      last = now;
      read += 1;
    }
  }
  return { fps: (frames * 1_000) / (performance.now() - began), times };
}

/** Returns the memory of a page that shows `count` memories, in MiB. */
export async function heapOfMemories(page, count) {
  await page.goto(MEMORIES);
  const rows = page.locator('main tbody tr');
  await rows.first().waitFor();
  const more = page.getByRole('button', { name: 'Older memories' });
  for (let shown = await rows.count(); shown < count;) {
    await more.click();
    await rows.nth(shown).waitFor();
    shown = await rows.count();
  }
  return measureHeap(page);
}
