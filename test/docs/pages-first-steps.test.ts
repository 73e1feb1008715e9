import { testPages } from './pages.js';

testPages(import.meta.filename);
