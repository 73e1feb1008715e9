import { type FunctionComponent, lazy, Suspense } from 'react';

/** The code of a screen could not be read. */
export class ScreenMissing extends Error {
  override readonly name = 'ScreenMissing';
}

/** A screen whose code the router has read when it goes there, while the page still asks who is signed in. */
type LazyScreen = FunctionComponent & { preload: () => undefined };

/**
 * Returns a screen whose code is read when it is first gone to. Unlike that of the router it never reloads the page by itself: where the
 * code is gone, as after an upgrade of the server, the screen says so, and reads it again when one comes back.
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
    // It returns no promise, so that the router shows the page around the screen meanwhile. A failure shows with the screen.
    preload: () => {
      void read().catch(() => undefined);
      return undefined;
    },
  });
}
