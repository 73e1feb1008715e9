import { provided } from './needs.mjs';

/** Jest calls this before the first test that opens pages. Its workers inherit the variable. */
export default async function needsBrowser() {
  await provided('build');
  const url = await provided('browser');
  if (url !== undefined) process.env.TEST_BROWSER_URL = url;
}
