import { visibleText } from './visible-text.js';

/** Lines of a file around a marked line, optionally with a marked column. Both are numbered from 1. */
export function CodeLines({
  content,
  line,
  column,
  around,
  label,
}: {
  content: string;
  line: number;
  column: number | null;
  around: number;
  label: string;
}) {
  const lines = content.split('\n');
  const first = Math.max(1, line - around);
  const shown = lines.slice(first - 1, Math.min(lines.length, line + around));
  return (
    <pre className="code-lines scrolls" tabIndex={0} aria-label={label}>
      {shown.map((text, index) => {
        const number = first + index;
        const marked = number === line;
        return (
          <span key={number} className={marked ? 'code-line marked' : 'code-line'}>
            <span className="code-number">{number}</span>
            {marked && column !== null ? (
              <>
                {visibleText(text.slice(0, column - 1))}
                <mark>{visibleText(text.slice(column - 1))}</mark>
              </>
            ) : (
              visibleText(text)
            )}
            {'\n'}
          </span>
        );
      })}
    </pre>
  );
}
