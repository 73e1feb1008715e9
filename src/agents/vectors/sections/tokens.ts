/** Injection token of the {@link Embedder} for sections of files; null if files are not searched by meaning. */
export const SECTION_EMBEDDER = Symbol('SECTION_EMBEDDER');

/** Injection token of the work that creates section vectors. */
export const SECTION_VECTOR_WORK = Symbol('SECTION_VECTOR_WORK');
