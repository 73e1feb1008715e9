import { provided } from './needs.mjs';

/** Jest calls this before the first test of a project that uses the build. */
export default async function needsBuild() {
  await provided('build');
}
