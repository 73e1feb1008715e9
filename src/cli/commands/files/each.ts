import { Slots } from '../../../base/kernel/slots.js';

/** Files on their way at the same time: small ones wait for the server more than for the line. */
const AT_ONCE = 4;

/** Does some work for each file, several at a time, until the first that fails. */
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
