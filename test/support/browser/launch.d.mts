import type { LaunchOptions } from 'playwright-core';

export function launchOptions(more?: readonly string[]): Promise<LaunchOptions>;
