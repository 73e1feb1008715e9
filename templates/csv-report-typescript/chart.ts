const ROW = 30;
/** Width of the longest bar, in pixels. */
const BAR = 300;

/** A bar of the chart. */
export interface Bar {
  name: string;
  value: number;
  /** The value as it is shown. */
  label: string;
}

/** Returns a bar chart in SVG, which browsers and Markdown viewers show. */
export function barChart(title: string, bars: readonly Bar[]): string {
  const top = Math.max(0, ...bars.map(({ value }) => value)) || 1;
  const height = ROW * (bars.length + 1);
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${BAR + 200}" height="${height}" font-family="sans-serif" font-size="13">`,
    `<text x="110" y="20" font-weight="bold">${escaped(title)}</text>`,
  ];
  for (const [index, { name, value, label }] of bars.entries()) {
    const [y, width] = [ROW * (index + 1), (BAR * Math.max(value, 0)) / top];
    lines.push(
      `<text x="100" y="${y + 15}" text-anchor="end">${escaped(name)}</text>`,
      `<rect x="110" y="${y}" width="${width.toFixed(1)}" height="20" fill="#4e79a7"/>`,
      `<text x="${(width + 118).toFixed(1)}" y="${y + 15}">${escaped(label)}</text>`,
    );
  }
  return `${[...lines, '</svg>'].join('\n')}\n`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
