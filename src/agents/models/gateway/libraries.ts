import type { libraries as loaded } from './loaded-libraries.js';

/** The libraries of the wire formats. */
export type Libraries = typeof loaded;

let loading: Promise<Libraries> | null = null;

/** Loads the libraries at the first request, since this takes a tenth of a second and 40 MB. */
export function libraries(): Promise<Libraries> {
  return (loading ??= import('./loaded-libraries.js').then((module) => module.libraries));
}
