import { Window } from 'happy-dom';
import { TestEnvironment } from 'jest-environment-node';

const ADDRESS = 'http://metarun.test/ui/';
/** Time zone of all tests, independent of the machine; it has summer time. */
const ZONE = 'Europe/Berlin';
const PAGE = '<!doctype html><html lang="en"><head><base href="/ui/"></head><body></body></html>';
/** Globals that come from happy-dom although Node has them too. */
const OF_PAGE = 'Event EventTarget CustomEvent MessageEvent FormData Storage'.split(' ');
const VALUES = ['document', 'navigator', 'localStorage', 'sessionStorage', 'screen'];
const SIZES = ['innerWidth', 'innerHeight', 'scrollX', 'scrollY', 'devicePixelRatio'];
const LISTENING = ['addEventListener', 'removeEventListener', 'dispatchEvent'];
const LOOKING = ['getComputedStyle', 'matchMedia', 'getSelection', 'scrollTo'];
const FRAMES = ['requestAnimationFrame', 'cancelAnimationFrame'];

/**
 * A page without a browser: the elements and events of happy-dom besides the globals of Node. There is no layout, and
 * each element has the same size. Layout, focus and security policies are tested in Chromium.
 */
export default class extends TestEnvironment {
  customExportConditions = ['browser'];

  constructor(config, context) {
    super(config, context);
    this.zone = process.env.TZ;
    process.env.TZ = ZONE;
    const page = new Window({ url: ADDRESS, width: 1280, height: 800 });
    page.document.write(PAGE);
    complete(page);
    const define = (name, value) =>
      Object.defineProperty(this.global, name, { value, configurable: true, writable: true });
    for (const name of Object.getOwnPropertyNames(page))
      if (/^[A-Z]/.test(name) && (OF_PAGE.includes(name) || !(name in globalThis)))
        define(name, page[name]);
    for (const name of [...VALUES, ...SIZES]) define(name, page[name]);
    for (const name of [...LISTENING, ...LOOKING, ...FRAMES]) define(name, page[name].bind(page));
    for (const name of ['location', 'history'])
      Object.defineProperty(this.global, name, { get: () => page[name], configurable: true });
    for (const name of ['window', 'self', 'top', 'parent']) define(name, this.global);
    this.page = page;
  }

  async teardown() {
    await this.page?.happyDOM.close();
    if (this.zone === undefined) delete process.env.TZ;
    else process.env.TZ = this.zone;
    await super.teardown();
  }
}

/** Adds what happy-dom lacks: the popovers that menus need, and a size, without which long lists show no row. */
function complete({ Element, Event, HTMLAnchorElement, HTMLElement, navigator, document }) {
  // Without locks, a page leads for itself, as it has no other tabs.
  delete Object.getPrototypeOf(navigator).locks;
  const toggle = (element, open) => {
    const [oldState, newState] = open ? ['closed', 'open'] : ['open', 'closed'];
    for (const type of ['beforetoggle', 'toggle'])
      element.dispatchEvent(Object.assign(new Event(type), { oldState, newState }));
    element.toggleAttribute('data-open', open);
  };
  Object.assign(HTMLElement.prototype, {
    showPopover() {
      toggle(this, true);
    },
    hidePopover() {
      if (this.hasAttribute('data-open')) toggle(this, false);
    },
  });
  document.addEventListener('click', ({ target }) => {
    const id = target.closest?.('[popovertarget]')?.getAttribute('popovertarget');
    const popover = id && document.getElementById(id);
    if (popover) toggle(popover, !popover.hasAttribute('data-open'));
  });
  // A link that saves a file must not navigate.
  const { click } = HTMLElement.prototype;
  HTMLAnchorElement.prototype.click = function () {
    if (!this.hasAttribute('download')) click.call(this);
  };
  for (const [side, size] of [
    ['Width', 800],
    ['Height', 600],
  ])
    for (const name of [`offset${side}`, `client${side}`])
      Object.defineProperty(HTMLElement.prototype, name, { get: () => size });
  Object.assign(Element.prototype, {
    checkVisibility: () => true,
    scrollIntoView: () => undefined,
    setPointerCapture: () => undefined,
    releasePointerCapture: () => undefined,
  });
}
