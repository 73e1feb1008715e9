/** A text of which the parts between backticks are code. */
export function CodeText({ children }: { children: string }) {
  return children
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
}
