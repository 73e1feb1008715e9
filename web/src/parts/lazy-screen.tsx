import { type FunctionComponent, lazy, Suspense } from 'react';

/** The code of a screen could not be read. */
export class ScreenMissing extends Error {
  override readonly name = 'ScreenMissing';
}

/**
 * Returns a screen whose code is read when it is first shown. Unlike that of the router it never reloads the page by itself: where the
 * code is gone, as after an upgrade of the server, the screen says so, and reads it again when one comes back.
 */
export function lazyRouteComponent<Name extends string>(
  read: () => Promise<Record<Name, FunctionComponent>>,
  name: Name,
): FunctionComponent {
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
  return function LazyScreen() {
    return (
      <Suspense fallback={null}>
        <Screen />
      </Suspense>
    );
  };
}
