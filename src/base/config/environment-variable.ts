/** Returns a variable of the environment that a file of the operator names, such as the key of a model provider. */
export function environmentVariable(name: string): string | undefined {
  return process.env[name];
}
