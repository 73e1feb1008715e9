import { provided } from './needs.mjs';

/** Jest calls this before the first test of a project that works with what is built. */
export default async function needsBuild() {
  await provided('build');
}
