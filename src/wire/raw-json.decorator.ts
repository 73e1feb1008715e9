import { Transform } from 'class-transformer';

/** Keeps a member that holds any JSON exactly as it was parsed, where class-transformer would copy and reshape it. */
export function RawJson(): PropertyDecorator {
  return Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => obj[key]);
}
