/** Shows validation errors of the params. Resolves to true if there are none. */
export type ParamsCheck = () => Promise<boolean>;
