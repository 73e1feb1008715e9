/** Node's `tty`, without a terminal. */
export default { isatty: (): boolean => false };
