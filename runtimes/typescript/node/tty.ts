/** Node's `tty`: there is no terminal. */
export default { isatty: (): boolean => false };
