import type { Change, Link, LlmsDocument } from '#llmstxt';

/** Content of a file without formatting: sections and links with their places, unordered. */
export interface Structure {
  readonly title: string;
  readonly summary: string;
  readonly details: string;
  readonly sections: readonly string[];
  readonly links: readonly string[];
}

interface PlacedLink {
  readonly section: string | null;
  readonly url: string;
  readonly title: string;
  readonly notes: string | null;
}

const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim().normalize();
const listNames = ({ sections }: LlmsDocument) => sections.map(({ title }) => plain(title));

function placedLinks(document: LlmsDocument): PlacedLink[] {
  const toSection = (link: Link) => {
    const section = document.sections.find(({ links }) => links.includes(link));
    return section ? plain(section.title) : null;
  };
  return document.links.map((link) => ({
    section: toSection(link),
    url: link.url ?? link.href,
    title: plain(link.title),
    notes: link.notes,
  }));
}

const asText = ({ section, url, title, notes }: PlacedLink) =>
  JSON.stringify([section, url, plain(title), plain(notes)]);

export function readStructure(document: LlmsDocument): Structure {
  return toStructure(document, listNames(document), placedLinks(document));
}

function toStructure(
  { title, summary, details }: Pick<LlmsDocument, 'title' | 'summary'> & { readonly details: string | null },
  sections: readonly string[],
  links: readonly PlacedLink[],
): Structure {
  return {
    title: plain(title),
    summary: plain(summary),
    details: plain(details),
    sections: sections.toSorted(),
    links: links.map(asText).sort(),
  };
}

/** Applies all changes to the structure of `before`, in order. */
export function applyChanges(before: LlmsDocument, changes: readonly Change[]): Structure {
  const texts = { title: before.title, summary: before.summary, details: before.details as string | null };
  const sections = listNames(before);
  let links = placedLinks(before);
  const replace = (matches: (link: PlacedLink) => boolean, by: Partial<PlacedLink> | null) => {
    const at = links.findIndex(matches);
    const old = links[at];
    if (old === undefined) throw new Error('a change of a link that is not there');
    links.splice(at, 1, ...(by === null ? [] : [{ ...old, ...by }]));
  };
  for (const change of changes) {
    switch (change.kind) {
      case 'title':
      case 'summary':
      case 'details':
        texts[change.kind] = change.after;
        break;
      case 'section-added':
        sections.push(change.section);
        break;
      case 'section-removed':
        sections.splice(sections.indexOf(change.section), 1);
        break;
      case 'section-renamed':
        sections.splice(sections.indexOf(change.before), 1, change.after);
        links = links.map((link) => (link.section === change.before ? { ...link, section: change.after } : link));
        break;
      case 'link-added':
        links.push(change);
        break;
      case 'link-removed':
        replace((link) => asText(link) === asText(change), null);
        break;
      case 'link-renamed': {
        const { url, section, after: title } = change;
        replace((link) => link.url === url && link.section === section && link.title === change.before, { title });
        break;
      }
      case 'link-notes': {
        const { url, section, title, before: notes } = change;
        replace((link) => asText(link) === asText({ url, section, title, notes }), { notes: change.after });
        break;
      }
      case 'link-moved': {
        const { url, title } = change;
        const isIt = (link: PlacedLink) => link.url === url && link.section === change.before && link.title === title;
        replace(isIt, { section: change.after });
        break;
      }
    }
  }
  return toStructure(texts, sections, links);
}
