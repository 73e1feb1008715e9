import { PIXEL, xml, buildZip } from './zip.js';

/** Returns a book with these chapters, each the content of an XHTML body. */
export function epub(title: string, author: string, chapters: string[]): Buffer {
  const ids = chapters.map((_, index) => `c${index + 1}`);
  return buildZip(
    {
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': xml(
        '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
      ),
      'OEBPS/book.opf': xml(
        `<package version="3.0" xmlns="http://www.idpf.org/2007/opf" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title><dc:creator>${author}</dc:creator></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>${ids.map((id) => `<item id="${id}" href="text/${id}.xhtml" media-type="application/xhtml+xml"/>`).join('')}</manifest><spine><itemref idref="nav"/>${ids.map((id) => `<itemref idref="${id}"/>`).join('')}</spine></package>`,
      ),
      'OEBPS/nav.xhtml': xml(
        '<html xmlns="http://www.w3.org/1999/xhtml"><body><nav><ol><li><a href="text/c1.xhtml">Contents line</a></li></ol></nav></body></html>',
      ),
      'OEBPS/images/pixel.png': PIXEL,
      ...Object.fromEntries(
        chapters.map((body, index) => [
          `OEBPS/text/c${index + 1}.xhtml`,
          xml(
            `<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${body}</body></html>`,
          ),
        ]),
      ),
    },
    ['mimetype'],
  );
}
