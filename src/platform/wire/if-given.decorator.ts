import { ValidateIf } from 'class-validator';

/** Marks a field that may be omitted but not null. */
export const IfGiven = (): PropertyDecorator =>
  ValidateIf((_, value: unknown) => value !== undefined);
