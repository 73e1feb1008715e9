/**
 * Returns the number of slots beyond METARUN_CONCURRENCY, for projects without a running task while another project
 * holds several slots: half as many, at least one.
 */
export function extraSlots(concurrency: number): number {
  return Math.ceil(concurrency / 2);
}
