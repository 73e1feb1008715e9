/** Returns the default name of a task: identifier, hyphen, 14 digits of the server's local time. */
export function defaultName(identifier: string, at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`;
  return `${identifier}-${day}${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`;
}
