/**
 * Slots beyond METARUN_CONCURRENCY, which are opened for projects that have nothing at work while another has several
 * slots: half as many, at least one.
 */
export function extraSlots(concurrency: number): number {
  return Math.ceil(concurrency / 2);
}
