import { expect, it } from '@jest/globals';
import { pageTo } from './link-page.js';

it('a link page redirects to its link, which cannot inject markup into the page', () => {
  const page = pageTo(`http://h/ui/login#code="><script>x</script>&y`);
  expect(page).toContain(
    'content="0; url=http://h/ui/login#code=&quot;>&lt;script>x&lt;/script>&amp;y"',
  );
  expect(page).not.toContain('<script');
});
