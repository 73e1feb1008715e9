import chromium from '@sparticuz/chromium';
import type { LaunchOptions } from 'playwright-core';

/**
 * Without a graphics card, drawing by one that is only imitated costs more than all else of a page. Nothing of the dashboard is
 * drawn by WebGL.
 */
const DRAWING = ['--disable-gpu', '--disable-software-rasterizer'];

/**
 * Returns how playwright starts Chromium for tests. Not with the arguments that its package has: among them are some that
 * switch the security of pages off, and with them no test would prove anything. `more`: further arguments.
 */
export async function launchOptions(more: readonly string[] = []): Promise<LaunchOptions> {
  return {
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', ...DRAWING, ...more],
  };
}
