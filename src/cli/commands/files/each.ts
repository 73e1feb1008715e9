import { Slots } from '../../../base/kernel/slots.js';

/** Number of parallel transfers. For small files, latency matters more than bandwidth. */
const AT_ONCE = 4;

/** Calls `work` for each file, several at a time, and stops at the first error. */
export async function each<T>(
  items: readonly T[],
  work: (item: T) => void | Promise<void>,
): Promise<void> {
  const slots = new Slots(AT_ONCE);
  let failed = false;
  await Promise.all(
    items.map((item) =>
      slots.run(async () => {
        if (failed) return;
        try {
          await work(item);
        } catch (error) {
          failed = true;
          throw error;
        }
      }),
    ),
  );
}
