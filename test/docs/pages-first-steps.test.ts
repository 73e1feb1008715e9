import { testPages } from '../support/pages.js';

testPages(import.meta.filename);
