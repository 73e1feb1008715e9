/**
 * What the converters of `runtimes/conversion/convert.ts` say of themselves, so that the server knows it without starting
 * one. A test holds the two together.
 */
export const CONVERTER_VERSION = '0';

export const FORMATS: readonly string[] = ['csv', 'html', 'txt'];
