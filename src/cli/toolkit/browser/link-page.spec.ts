import { expect, it } from '@jest/globals';
import { pageTo } from './link-page.js';

it('a page leads to its link, and the link adds nothing to the page', () => {
  const page = pageTo(`http://h/ui/login#code="><script>x</script>&y`);
  expect(page).toContain(
    'content="0; url=http://h/ui/login#code=&quot;>&lt;script>x&lt;/script>&amp;y"',
  );
  expect(page).not.toContain('<script');
});
