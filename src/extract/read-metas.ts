import { walkTags } from './walk-tags.ts';

/** Most elements kept. A head has one or two elements of a name, and a hostile page must not fill the memory. */
const MAX_ELEMENTS = 200;
const MAX_CONTENT_CHARACTERS = 4_096;

/** Meta element with a name that a browser would parse from the page. */
export interface NamedMeta {
  readonly content: string;
  /** Attribute with the name. */
  readonly by: 'name' | 'property';
  readonly inHead: boolean;
}

/**
 * Lists the meta elements of a page with this lowercase name, in document order. Needs linear time and never throws.
 */
export function readMetas(html: string, name: string): readonly NamedMeta[] {
  const metas: NamedMeta[] = [];
  const is = (value: string | undefined) => value?.trim().toLowerCase() === name;
  walkTags(html, {
    start(element, attributes, inHead) {
      const by = is(attributes.get('name')) ? 'name' : is(attributes.get('property')) ? 'property' : null;
      const content = attributes.get('content');
      if (element !== 'meta' || by === null || content === undefined || metas.length >= MAX_ELEMENTS) return;
      metas.push({ content: content.slice(0, MAX_CONTENT_CHARACTERS), by, inHead });
    },
    end: () => {},
    text: () => {},
  });
  return metas;
}
