import { MetarunError } from '../../../base/kernel/errors.js';

/** A file of a request that was not stored. */
export interface FailedFile {
  /** Number of its part, from 0. */
  index: number;
  /** Name as the client sent it. */
  name: string;
  error: MetarunError;
}

/** Returns the error of a request of `count` files: that of the first failed file, with the errors of all. */
export function errorOfFiles(failed: readonly FailedFile[], count: number): MetarunError {
  const sorted = failed.toSorted((a, b) => a.index - b.index);
  const errors = sorted.map(({ index, name, error: { message } }) => ({
    pointer: count === 1 ? '/file' : `/file/${index}`,
    message: message.startsWith(`"${name}"`) ? message : `"${name}": ${message}`,
  }));
  const [first] = sorted;
  const [wrong] = errors;
  if (first === undefined || wrong === undefined) throw new Error('no file failed');
  const { retryAfterSeconds } = first.error;
  const more = errors.length - 1;
  return new MetarunError(
    first.error,
    more === 0 ? wrong.message : `${wrong.message} ${more} more of the files failed as well.`,
    {
      errors,
      cause: first.error,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
  );
}
