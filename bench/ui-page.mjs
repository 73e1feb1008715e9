/** Page without a framework, in which a script positions the visible rows. */
export const FIXED_PAGE = `<!doctype html><title>Fixed</title>
<style>
  #list { height: 600px; overflow: auto; position: relative; font: 12px/20px monospace }
  #tall { height: 1000000px; position: relative }
  #tall > div { position: absolute; left: 0; white-space: pre }
</style>
<div id="list"><div id="tall"></div></div>
<script>
  const [list, tall] = [document.getElementById('list'), document.getElementById('tall')];
  const rows = Array.from({ length: 90 }, (_, index) => {
    const row = document.createElement('div');
    row.id = 'row-' + index;
    tall.append(row);
    return row;
  });
  const place = () => {
    const first = Math.max(0, Math.floor(list.scrollTop / 20) - 30);
    rows.forEach((row, index) => {
      row.style.transform = 'translateY(' + (first + index) * 20 + 'px)';
      row.textContent = 'row ' + (first + index) + ' was read from the table of customers and booked as an invoice';
    });
  };
  list.addEventListener('scroll', place);
  place();
</script>`;

/** Runs in the page. Scrolls an element back and forth by a number of px per frame. Returns the frames per second. */
export async function frames([selector, speed, count]) {
  const element = document.querySelector(selector);
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  element.scrollTop = 0;
  let by = speed;
  await frame();
  const began = performance.now();
  for (let index = 0; index < count; index += 1) {
    const before = element.scrollTop;
    element.scrollTop += by;
    if (element.scrollTop === before) by = -by;
    await frame();
  }
  return (count * 1_000) / (performance.now() - began);
}

/** Returns the memory of a page after a garbage collection, in MiB. */
export async function measureHeap(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1024 / 1024;
}
