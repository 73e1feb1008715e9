import { provided } from './needs.mjs';

/** Jest calls this before the first test that runs containers. It fails if there is no engine. */
export default async function needsContainers() {
  await provided('build');
  const { containerImage } = await import('./containers/container-image.mjs');
  const image = containerImage();
  process.stderr.write(`Containers for the tests: ${image.engine}, ${image.reference}\n`);
  // Jest's workers inherit the variable.
  process.env.TEST_CONTAINERS = JSON.stringify(image);
}
