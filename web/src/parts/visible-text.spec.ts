import { expect, it } from '@jest/globals';
import { visibleText } from './visible-text.js';

it('invisible characters are spelled out, and all others stay unchanged', () => {
  expect(visibleText('a\u202eb\u200bc\u0007')).toBe('a⟨U+202E⟩b⟨U+200B⟩c⟨U+0007⟩');
  expect(visibleText('\u3164\u{e0041}')).toBe('⟨U+3164⟩⟨U+E0041⟩');
  const text = 'Grüße\n\t日本語 👩‍🚀 <b>';
  expect(visibleText(text)).toBe(text);
});
