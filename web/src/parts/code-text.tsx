/** A text whose parts in backticks are shown as code. */
export function CodeText({ children }: { children: string }) {
  return children
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
}
