/** Shows what is wrong with params, and resolves to whether nothing is. */
export type ParamsCheck = () => Promise<boolean>;
