/** Node's `console`: that of the isolate. */
export default console;
