import { type FunctionComponent, lazy, Suspense } from 'react';

/** Error for a screen whose code could not be loaded. */
export class ScreenMissing extends Error {
  override readonly name = 'ScreenMissing';
}

/** A screen whose code the router preloads during navigation, while the page still requests the current user. */
type LazyScreen = FunctionComponent & { preload: () => undefined };

/**
 * Returns a screen whose code is loaded on the first visit. Unlike the version of the router, it never reloads the
 * page. If the code is missing, for example after an upgrade of the server, the screen reports it and tries again on
 * the next visit.
 */
export function lazyRouteComponent<Name extends string>(
  read: () => Promise<Record<Name, FunctionComponent>>,
  name: Name,
): LazyScreen {
  const load = () =>
    lazy(async () => {
      try {
        return { default: (await read())[name] satisfies FunctionComponent as FunctionComponent };
      } catch (error) {
        Screen = load();
        throw new ScreenMissing(String(error));
      }
    });
  let Screen = load();
  const screen = () => (
    <Suspense fallback={null}>
      <Screen />
    </Suspense>
  );
  return Object.assign(screen, {
    // Without a promise to wait for, the router renders the surrounding page meanwhile. The screen itself reports a
    // failure.
    preload: () => {
      void read().catch(() => undefined);
      return undefined;
    },
  });
}
