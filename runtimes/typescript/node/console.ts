/** Node's `console`: the isolate's console. */
export default console;
