/** Separate module, loaded only if there is a file to read. */
export { parse as parseYaml } from 'yaml';
