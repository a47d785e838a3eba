import { parseUrl } from '../parser/parse-url.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { shorten } from '../reporting/shorten.ts';

export const outsideScope = defineRule({
  id: 'outside-scope',
  title: 'Links outside the path of the file',
  severity: 'info',
  source: 'spec',
  fix: 'Move these links to the llms.txt of their path.',
  check(file, { response, requestUrl }) {
    // Use the requested path, because servers redirect /llms.txt to /llms.txt/ or to another host.
    const own = parseUrl(response?.url ?? requestUrl ?? file.url ?? '');
    if (own === null) return [];
    const { origin, pathname } = own;
    const scope = `${origin}${pathname.slice(0, pathname.lastIndexOf('/') + 1)}`;
    if (scope === `${origin}/` || pathname.includes('/.well-known/')) return [];
    const outside = file.document.links.filter(
      ({ url }) => url?.startsWith(`${origin}/`) === true && !url.startsWith(scope),
    );
    const [first] = outside;
    if (first === undefined) return [];
    return [
      {
        at: first.span,
        message: `${outside.length === 1 ? '1 link leads' : `${outside.length} links lead`} outside ${shorten(scope)}, the path that this file covers.`,
      },
    ];
  },
});
