/** In a file of its own, which is loaded where there is a file to read. */
export { parse as parseYaml } from 'yaml';
