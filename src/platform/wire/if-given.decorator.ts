import { ValidateIf } from 'class-validator';

/** The rule of a field that can be left out and cannot be null. */
export const IfGiven = (): PropertyDecorator =>
  ValidateIf((_, value: unknown) => value !== undefined);
