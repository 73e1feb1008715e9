import { provided } from './needs.mjs';

/** Jest calls this before the first test of a project that runs containers. It fails where there is no engine. */
export default async function needsContainers() {
  await provided('build');
  const { containerImage } = await import('./containers/container-image.mjs');
  const image = containerImage();
  process.stderr.write(`Containers for the tests: ${image.engine}, ${image.reference}\n`);
  // Jest's workers inherit it.
  process.env.TEST_CONTAINERS = JSON.stringify(image);
}
