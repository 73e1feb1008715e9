/** Injection token of the {@link Config}: `@Inject(CONFIG) config: Config`. */
export const CONFIG = Symbol('CONFIG');

/** Injection token of the {@link Logger}. */
export const LOGGER = Symbol('LOGGER');
