import chromium from '@sparticuz/chromium';
import type { LaunchOptions } from 'playwright-core';

/**
 * Without a graphics card, software rendering would take most of the time of a page. The dashboard does not use WebGL.
 */
const DRAWING = ['--disable-gpu', '--disable-software-rasterizer'];

/**
 * Returns the launch options of Chromium for tests. The default arguments of its package are left out, as some of them
 * turn off the security of pages, so that tests would prove nothing. `more` adds arguments.
 */
export async function launchOptions(more: readonly string[] = []): Promise<LaunchOptions> {
  return {
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', ...DRAWING, ...more],
  };
}
